import { lagosTime } from '@kobo/contract/kit/day'
import type { WriteContext } from '../../http/handler.ts'
import { conflict, notFound, type Refusal } from '../../http/refusal.ts'
import { staffName } from '../../http/staff-name.ts'

export interface KycDecision {
  merchantId: string
  verified: 'ACCEPTED' | 'REJECTED'
  status: 'ACTIVE' | 'INACTIVE'
  action: string
  reason: string | null
}

/** Moves a submitted KYC to its decision, once: of two operators the second is told who was faster. */
export async function decideKyc(context: WriteContext, decision: KycDecision) {
  const { db, mode, staff, now } = context
  const before = await db
    .selectFrom('merchant')
    .select(['id', 'verified', 'status', 'business_name'])
    .where('id', '=', decision.merchantId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound('This merchant')
  if (before.verified !== 'SUBMITTED' && before.verified !== 'PROCESSING') throw await notDecidable(context, before.id)
  await db
    .updateTable('merchant')
    .set({
      verified: decision.verified,
      status: decision.status,
      decided_by: staff.id,
      decided_at: now.toISOString(),
      decision_reason: decision.reason,
    })
    .where('id', '=', before.id)
    .where('mode', '=', mode)
    .execute()
  await context.audit({
    action: decision.action,
    recordType: 'merchant',
    recordId: before.id,
    merchantId: before.id,
    before: { verified: before.verified, status: before.status },
    after: { verified: decision.verified, status: decision.status },
    reason: decision.reason ?? undefined,
  })
  return before
}

/** The sentence for whoever comes too late, or too early. */
export async function notDecidable({ db }: Pick<WriteContext, 'db'>, merchantId: string): Promise<Refusal> {
  const merchant = await db
    .selectFrom('merchant')
    .leftJoin('staff as decider', 'decider.id', 'merchant.decided_by')
    .leftJoin('staff as reviewer', 'reviewer.id', 'merchant.reviewer_id')
    .select(['verified', 'decided_at', 'review_started_at', 'decider.first_name', 'decider.last_name'])
    .select(['reviewer.first_name as reviewer_first_name', 'reviewer.last_name as reviewer_last_name'])
    .where('merchant.id', '=', merchantId)
    .executeTakeFirstOrThrow()
  if (merchant.verified === 'NOT_SUBMITTED') return conflict('This merchant has not submitted its KYC yet')
  if (merchant.verified === 'PROCESSING') {
    const name = staffName({ first_name: merchant.reviewer_first_name, last_name: merchant.reviewer_last_name })
    return conflict(`${name} is already reviewing this merchant${at(merchant.review_started_at)}`)
  }
  const verb = merchant.verified === 'ACCEPTED' ? 'approved' : 'declined'
  return conflict(`${staffName(merchant)} already ${verb} this merchant${at(merchant.decided_at)}`)
}

function at(instant: string | null): string {
  return instant === null ? '' : ` on ${lagosTime(new Date(instant))}`
}
