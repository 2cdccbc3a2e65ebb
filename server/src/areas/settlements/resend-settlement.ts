import type { settlements } from '@kobo/contract/settlements'
import { resendSettlement as resend } from '../../engine/settlements/resend-settlement.ts'
import type { Handler } from '../../http/handler.ts'
import { recordInMode } from '../../http/record-in-mode.ts'
import { conflict, refused } from '../../http/refusal.ts'

/** Tries again to pay a settlement that failed. */
export const resendSettlement: Handler<typeof settlements.resend> = async ({ settlementId }, context) => {
  const { db, jobs, now } = context
  const before = await recordInMode(context, 'settlement', settlementId)
  const status = await resend(db, jobs, { settlementId, at: now })
  if (status === 'not failed') throw conflict('Only a settlement that failed is tried again')
  if (status === 'merchant inactive') throw refused('Settlements wait while their merchant is not active')
  if (status === 'in doubt') {
    throw conflict('The switch has not said that the last attempt failed, so that its money may still leave. Try later')
  }
  await context.audit({
    action: 'settlement.resend',
    recordType: 'settlement',
    recordId: settlementId,
    merchantId: before.merchant_id,
    before: { status: before.status },
    after: { status },
  })
  const message = status === 'PENDING' ? 'The settlement is on its way again' : 'The merchant has no settlement account'
  return { message, data: { status } }
}
