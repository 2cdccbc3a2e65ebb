import type { settlements } from '@kobo/contract/settlements'
import { resendSettlement as resend } from '../../engine/settlements/resend-settlement.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { requireWithinLimit } from '../team/limits.ts'

/** Retries a failed settlement. */
export const resendSettlement: Handler<typeof settlements.resend> = async ({ settlementId }, context) => {
  const { db, jobs, now, staff } = context
  const before = await requireInMode(context, 'settlement', settlementId)
  requireWithinLimit(staff, 'settlements.write', before.amount_kobo)
  await resend(db, jobs, { settlementId, at: now })
  await context.audit({
    action: 'settlement.resend',
    recordType: 'settlement',
    recordId: settlementId,
    merchantId: before.merchant_id,
    before: { status: before.status },
    after: { status: 'PENDING' },
  })
  return { message: 'The settlement has been resubmitted', data: { status: 'PENDING' } }
}
