import type { disputes } from '@kobo/contract/disputes'
import { isEnd } from '@kobo/contract/kit/dispute'
import { naira, toKobo } from '@kobo/contract/kit/naira'
import { changeStatus } from '../../engine/disputes/change-status.ts'
import { statusText } from '../../engine/disputes/dispute-messages.ts'
import { readTransaction } from '../../engine/transaction-row.ts'
import type { Handler } from '../../http/handler.ts'
import { heldForDispute } from '../../ledger/dispute-holds.ts'
import { requireWithinLimit } from '../team/limits.ts'

/** Moves a dispute to its next status. */
export const changeDisputeStatus: Handler<typeof disputes.changeStatus> = async (input, context) => {
  const { disputeId, status: to, amount } = input
  const { db, jobs, mode, staff, now: at } = context
  const reason = input.reason || null
  const amountKobo = amount === undefined ? undefined : toKobo(amount)
  const change = { mode, disputeId, to, reason, amountKobo, staffId: staff.id, at }
  const { before, after, refundId } = await changeStatus(db, jobs, change)
  // An end moves the whole amount: what is not refunded is released. A dispute of a debit moves nothing.
  if (isEnd(to) && (await readTransaction(db, before.transaction_id))?.type !== 'DEBIT') {
    requireWithinLimit(staff, 'disputes.decide', before.amount_kobo)
  }
  const held = await heldForDispute(db, disputeId)
  await context.audit({
    action: 'dispute.status',
    recordType: 'dispute',
    recordId: disputeId,
    merchantId: after.merchant_id,
    before: { status: before.status, refundId: null, amount: null },
    after: { status: after.status, refundId, amount: refundId === null ? null : (amount ?? null) },
    reason: reason ?? undefined,
  })
  return {
    message: `The dispute is ${statusText(after.status).toLowerCase()}`,
    data: {
      status: after.status,
      held: held && naira(held.heldKobo),
      shortfall: held && naira(held.wantedKobo - held.heldKobo),
      refundId,
    },
  }
}
