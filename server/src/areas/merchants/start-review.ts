import type { merchants } from '@kobo/contract/merchants'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { notDecidable } from './decide-kyc.ts'

/** Notes that the operator reviews a submitted KYC. Any operator may still decide it. */
export const startReview: Handler<typeof merchants.startReview> = async ({ merchantId }, context) => {
  const { db, mode, staff, now } = context
  const started = await db
    .updateTable('merchant')
    .set({ verified: 'PROCESSING', reviewer_id: staff.id, review_started_at: now.toISOString() })
    .where('id', '=', merchantId)
    .where('mode', '=', mode)
    .where('verified', '=', 'SUBMITTED')
    .returning(['id', 'business_name'])
    .executeTakeFirst()
  if (!started) {
    const merchant = await db
      .selectFrom('merchant')
      .select('id')
      .where('id', '=', merchantId)
      .where('mode', '=', mode)
      .executeTakeFirst()
    throw merchant ? await notDecidable(context, merchant.id) : notFound('This merchant')
  }
  await context.audit({
    action: 'merchant.start-review',
    recordType: 'merchant',
    recordId: started.id,
    merchantId: started.id,
    before: { verified: 'SUBMITTED' },
    after: { verified: 'PROCESSING' },
  })
  return { message: `You are now reviewing ${started.business_name}`, data: {} }
}
