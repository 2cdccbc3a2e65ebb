import { allScopes, type FreezeScope, freezeScopes } from '@kobo/contract/kit/freeze'
import type { freezes } from '@kobo/contract/freezes'
import type { AuditEntry } from '../../db/audit.ts'
import { freezeSubject, liftFreeze } from '../../engine/freezes/freeze-account.ts'
import { type Frozen, readSubject, type SubjectId } from '../../engine/freezes/freeze-subject.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { findFreeze } from './freezes.ts'

/** Freezes a merchant: all but refunds, or the named scopes. */
export const freezeMerchant: Handler<typeof freezes.freezeMerchant> = async ({ merchantId, ...order }, context) =>
  await freeze(context, { merchantId }, order)

/** Freezes a wallet with its child accounts, a child account, a store or a sub-account. */
export const freezeAccount: Handler<typeof freezes.freezeAccount> = async ({ accountId, ...order }, context) =>
  await freeze(context, { accountId }, order)

/** Lifts the freeze of a merchant; waiting payments continue. */
export const unfreezeMerchant: Handler<typeof freezes.unfreezeMerchant> = async ({ merchantId, reason }, context) =>
  await lift(context, { merchantId }, reason)

/** Lifts the freeze of an account. */
export const unfreezeAccount: Handler<typeof freezes.unfreezeAccount> = async ({ accountId, reason }, context) =>
  await lift(context, { accountId }, reason)

interface Order {
  scope: readonly ('ALL' | FreezeScope)[]
  reason: string
  until?: string | undefined
  cancelWaiting?: boolean | undefined
}

async function freeze(context: WriteContext, id: SubjectId, order: Order) {
  const { db, mode, staff } = context
  const { kind } = await readSubject(db, mode, id)
  const named = new Set<string>(order.scope.flatMap((scope) => (scope === 'ALL' ? allScopes(kind) : [scope])))
  const frozen = await freezeSubject(db, context, mode, {
    subject: id,
    scopes: freezeScopes.filter((scope) => named.has(scope)),
    reason: order.reason,
    until: order.until === undefined ? null : new Date(order.until),
    cancelsWaiting: (order.cancelWaiting ?? false) && named.has('MONEY_OUT'),
    staffId: staff.id,
  })
  const { scopes, until, cancels_waiting: cancelWaiting } = frozen.freeze
  await record(context, frozen, {
    action: 'freeze.start',
    before: { scopes: [], until: null, cancelWaiting: null },
    after: { scopes, until, cancelWaiting },
    reason: order.reason,
  })
  return await written(context, frozen, `${frozen.subject.name} is frozen`)
}

async function lift(context: WriteContext, id: SubjectId, reason: string) {
  const { db, mode, staff } = context
  const frozen = await liftFreeze(db, context, mode, { subject: id, endedBy: { staffId: staff.id, reason } })
  const { scopes, until } = frozen.freeze
  await record(context, frozen, {
    action: 'freeze.lift',
    before: { scopes, until },
    after: { scopes: [], until: null },
    reason,
  })
  return await written(context, frozen, `${frozen.subject.name} is no longer frozen`)
}

async function record(
  { audit }: WriteContext,
  { freeze: { id }, subject: { merchantId } }: Frozen,
  change: Pick<AuditEntry, 'action' | 'before' | 'after' | 'reason'>,
): Promise<void> {
  await audit({ recordType: 'freeze', recordId: id, merchantId, ...change })
}

async function written({ db, mode }: WriteContext, { freeze: { id } }: Frozen, message: string) {
  return { message, data: { freeze: await findFreeze(db, mode, id) } }
}
