import { lagosTime } from '@kobo/contract/kit/day'
import type { WriteContext } from '../../http/handler.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { staffName } from '../../http/staff-name.ts'

export interface UpgradeDecision {
  upgradeId: string
  status: 'APPROVED' | 'DECLINED'
  action: string
  reason: string | null
}

/** Decides an upgrade request once; a second operator is told who was faster. */
export async function decideUpgrade(context: WriteContext, decision: UpgradeDecision) {
  const { db, mode, staff, now } = context
  const before = await db
    .selectFrom('merchant_upgrade as upgrade')
    .innerJoin('merchant', 'merchant.id', 'upgrade.merchant_id')
    .select(['upgrade.id', 'upgrade.status', 'upgrade.decided_at', 'upgrade.decided_by', 'upgrade.registration_number'])
    .select(['upgrade.business_type', 'merchant.id as merchant_id', 'merchant.business_name'])
    .select('merchant.business_type as merchant_type')
    .where('upgrade.id', '=', decision.upgradeId)
    .where('upgrade.mode', '=', mode)
    .forUpdate('upgrade')
    .executeTakeFirst()
  if (!before) throw notFound('This upgrade request')
  if (before.decided_at !== null) {
    const verb = before.status === 'APPROVED' ? 'approved' : 'declined'
    const when = lagosTime(new Date(before.decided_at))
    // A statement of its own: one that waited for the lock joins what it saw before.
    const decider = await db
      .selectFrom('staff')
      .select(['first_name', 'last_name'])
      .where('id', '=', before.decided_by)
      .executeTakeFirst()
    throw conflict(`${decider ? staffName(decider) : 'Somebody'} already ${verb} this upgrade request on ${when}`)
  }
  await db
    .updateTable('merchant_upgrade')
    .set({
      status: decision.status,
      decided_by: staff.id,
      decided_at: now.toISOString(),
      decision_reason: decision.reason,
    })
    .where('id', '=', before.id)
    .execute()
  await context.audit({
    action: decision.action,
    recordType: 'merchant_upgrade',
    recordId: before.id,
    merchantId: before.merchant_id,
    before: { status: before.status, businessType: before.merchant_type },
    after: { status: decision.status },
    reason: decision.reason ?? undefined,
  })
  return before
}
