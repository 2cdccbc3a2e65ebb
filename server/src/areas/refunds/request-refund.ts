import { toKobo } from '@kobo/contract/kit/naira'
import type { refunds } from '@kobo/contract/refunds'
import { requestRefund } from '../../engine/refunds/request-refund.ts'
import type { Handler } from '../../http/handler.ts'
import { requireWithinLimit } from '../team/limits.ts'

/** Refunds an amount of a collection to its payer. */
export const refundCollection: Handler<typeof refunds.request> = async (input, context) => {
  const { transactionId, amount, reason } = input
  const { db, jobs, mode, staff, now: at } = context
  const amountKobo = toKobo(amount)
  requireWithinLimit(staff, 'refunds.write', amountKobo)
  const order = { mode, transactionId, amountKobo, reason, staffId: staff.id, at }
  const refund = await requestRefund(db, jobs, order)
  const { merchant_id: merchantId } = await db
    .selectFrom('refund')
    .select('merchant_id')
    .where('id', '=', refund.refundId)
    .executeTakeFirstOrThrow()
  await context.audit({
    action: 'refund.request',
    recordType: 'refund',
    recordId: refund.refundId,
    merchantId,
    after: { transactionId, amount },
    reason,
  })
  return {
    message: 'The refund has been submitted',
    data: { refundId: refund.refundId, refundTransactionId: refund.transactionId },
  }
}
