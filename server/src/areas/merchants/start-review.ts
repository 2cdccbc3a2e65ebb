import { lagosTime } from '@kobo/contract/kit/day'
import type { merchants } from '@kobo/contract/merchants'
import { claimReview } from '../../engine/work-items/claims.ts'
import { decidedByOthers } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { conflict } from '../../http/http-error.ts'
import { staffName } from '../../http/display.ts'
import { countKycStep } from '../../ledger/counters/merchants-by-kyc.ts'
import { submittedKyc } from './decide-kyc.ts'

/** Marks a submitted KYC as under review by the operator, who gets its work item. Any operator may still decide it. */
export const startReview: Handler<typeof merchants.startReview> = async ({ merchantId }, context) => {
  const { db, staff, now } = context
  const merchant = await requireInMode(context, 'merchant', merchantId, { lock: true })
  if (!submittedKyc.isOpen(merchant)) throw await decidedByOthers(db, submittedKyc, merchant.id, merchant)
  if (merchant.verified === 'PROCESSING') {
    const reviewer = await db
      .selectFrom('staff')
      .select(['first_name', 'last_name'])
      .where('id', '=', merchant.reviewer_id)
      .executeTakeFirst()
    const since = merchant.review_started_at
    const startedText = since === null ? '' : ` on ${lagosTime(new Date(since))}`
    throw conflict(
      `${reviewer ? staffName(reviewer) : 'Another operator'} is already reviewing this merchant${startedText}`,
    )
  }
  await db
    .updateTable('merchant')
    .set({ verified: 'PROCESSING', reviewer_id: staff.id, review_started_at: now.toISOString() })
    .where('id', '=', merchant.id)
    .execute()
  await countKycStep(db, merchant, 'PROCESSING')
  await claimReview(db, { staffId: staff.id, mode: context.mode, now }, merchant.id)
  await context.audit({
    action: 'merchant.start-review',
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    before: { verified: merchant.verified },
    after: { verified: 'PROCESSING' },
  })
  return { message: `You are now reviewing ${merchant.business_name}`, data: {} }
}
