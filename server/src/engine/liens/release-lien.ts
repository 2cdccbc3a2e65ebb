import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'
import { releasePartialHold } from '../../ledger/partial-holds.ts'
import { type AccountLien, lockLienAccount } from './lien-account.ts'
import { notifyOfRelease } from './notify-of-lien.ts'
import type { LienDeps } from './place-lien.ts'

export interface LienEnd {
  lienId: string
  /** Null if it ends by itself. */
  endedBy: { staffId: string; reason: string } | null
}

/** Releases a lien and notifies the merchant. Throws a `DomainError` if it is over. */
export async function releaseLien(db: Transaction, deps: LienDeps, mode: Mode, end: LienEnd): Promise<AccountLien> {
  const released = await endLien(db, deps.clock, mode, end)
  await notifyOfRelease(db, deps, released)
  return released
}

/** Releases a lien without notifying the merchant. */
export async function endLien(
  db: Transaction,
  clock: () => Date,
  mode: Mode,
  { lienId, endedBy }: LienEnd,
): Promise<AccountLien> {
  const liens = db.selectFrom('lien').selectAll().where('id', '=', lienId).where('mode', '=', mode)
  const { account_id: accountId } = await liens.executeTakeFirstOrThrow(() => new DomainError('not_found', 'This lien'))
  const account = await lockLienAccount(db, mode, accountId)
  // Read again: another operator, or its end, may have released it before the lock.
  const open = await liens.where('ended_at', 'is', null).executeTakeFirst()
  if (!open) throw new DomainError('conflict', 'This lien is over')
  const at = clock()
  const ended = {
    ended_at: at.toISOString(),
    ended_by: endedBy?.staffId ?? null,
    end_reason: endedBy?.reason ?? null,
  }
  await db.updateTable('lien').set(ended).where('id', '=', lienId).execute()
  await releasePartialHold(db, { lienId }, at)
  return { lien: { ...open, ...ended }, account }
}
