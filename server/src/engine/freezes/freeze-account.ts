import { type FreezeScope, scopesOfKind } from '@kobo/contract/kit/freeze'
import { lagosTime } from '@kobo/contract/kit/day'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'
import { uuidv7 } from '../../uuid.ts'
import { type FreezeSubject, type Frozen, lockSubject, type SubjectId } from './freeze-subject.ts'
import { notifyOfFreeze, notifyOfLifting, type NoticeDeps } from './notify-of-freeze.ts'

export interface FreezeDeps extends NoticeDeps {
  clock: () => Date
}

export interface FreezeOrder {
  subject: SubjectId
  /** Those that do not apply to the kind of the subject are left out. */
  scopes: readonly FreezeScope[]
  reason: string
  until: Date | null
  cancelsWaiting: boolean
  staffId: string
}

/**
 * Freezes a merchant or an account, and notifies the merchant. Waits for the movements that have begun; those that begin afterwards
 * see it on the row that they lock. Throws a `DomainError` if it is frozen already.
 */
export async function freezeSubject(
  db: Transaction,
  deps: FreezeDeps,
  mode: FreezeSubject['mode'],
  order: FreezeOrder,
): Promise<Frozen> {
  const frozen = await startFreeze(db, deps.clock, mode, order)
  await notifyOfFreeze(db, deps, frozen)
  return frozen
}

/** Starts a freeze without notifying the merchant. */
export async function startFreeze(
  db: Transaction,
  clock: () => Date,
  mode: FreezeSubject['mode'],
  order: FreezeOrder,
): Promise<Frozen> {
  const subject = await lockSubject(db, mode, order.subject)
  // After the lock: what began before it has an earlier instant.
  const at = clock()
  const { name, kind, merchantId, accountId } = subject
  if (subject.frozenScopes.length > 0) throw new DomainError('conflict', await alreadyFrozen(db, subject))
  const applicable = order.scopes.filter((scope) => scopesOfKind[kind].includes(scope))
  if (applicable.length === 0) throw new DomainError('refused', `${name} has nothing that this scope stops`, 'scope')
  if (order.until !== null && order.until <= at) {
    throw new DomainError('refused', 'The end of a freeze must be in the future', 'until')
  }
  const freeze = await db
    .insertInto('account_freeze')
    .values({
      id: uuidv7(at.getTime()),
      mode,
      merchant_id: merchantId,
      account_id: accountId,
      kind,
      scopes: applicable,
      reason: order.reason,
      staff_id: order.staffId,
      started_at: at.toISOString(),
      until: order.until?.toISOString() ?? null,
      cancels_waiting: order.cancelsWaiting,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setScopes(db, subject, { frozen_scopes: applicable })
  return { freeze, subject }
}

/**
 * Lifts a freeze and notifies the merchant. Waiting payments are queued again by their sweep. Throws a `DomainError` if nothing is
 * frozen.
 */
export async function liftFreeze(
  db: Transaction,
  deps: FreezeDeps,
  mode: FreezeSubject['mode'],
  end: FreezeEnd,
): Promise<Frozen> {
  const frozen = await endFreeze(db, deps.clock, mode, end)
  await notifyOfLifting(db, deps, frozen)
  return frozen
}

export interface FreezeEnd {
  subject: SubjectId
  /** Null if it ends by itself. */
  endedBy: { staffId: string; reason: string } | null
}

/** Ends a freeze without notifying the merchant. */
export async function endFreeze(
  db: Transaction,
  clock: () => Date,
  mode: FreezeSubject['mode'],
  { subject: id, endedBy }: FreezeEnd,
): Promise<Frozen> {
  const subject = await lockSubject(db, mode, id)
  const at = clock()
  const open = await findInForce(db, subject)
  if (!open) throw new DomainError('conflict', `${subject.name} is not frozen`)
  const ended = {
    ended_at: at.toISOString(),
    ended_by: endedBy?.staffId ?? null,
    end_reason: endedBy?.reason ?? null,
  }
  await db.updateTable('account_freeze').set(ended).where('id', '=', open.id).execute()
  await setScopes(db, subject, { frozen_scopes: [], freeze_lifted_at: at.toISOString() })
  return { freeze: { ...open, ...ended }, subject }
}

/** Returns the freeze in force of a subject. */
export async function findInForce(
  db: Transaction,
  { merchantId, accountId }: Pick<FreezeSubject, 'merchantId' | 'accountId'>,
): Promise<Frozen['freeze'] | undefined> {
  return await db
    .selectFrom('account_freeze')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

async function setScopes(
  db: Transaction,
  { merchantId, accountId }: FreezeSubject,
  columns: { frozen_scopes: string[]; freeze_lifted_at?: string },
): Promise<void> {
  if (accountId === null) await db.updateTable('merchant').set(columns).where('id', '=', merchantId).execute()
  else await db.updateTable('account').set(columns).where('id', '=', accountId).execute()
}

async function alreadyFrozen(db: Transaction, subject: FreezeSubject): Promise<string> {
  const open = await findInForce(db, subject)
  const since = open ? ` since ${lagosTime(new Date(open.started_at))}` : ''
  return `${subject.name} is already frozen${since}. Lift that freeze first`
}
