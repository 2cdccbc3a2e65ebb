import { dayMs } from './calendar.ts'
import type { Merchant } from './merchants.ts'
import type { Random } from './random.ts'
import type { Upgrade } from './upgrades.ts'
import type { Row, World } from './world.ts'

type Audit = Row<'audit'>

const retentionMs = 30 * dayMs

/** Adds the audit rows of staff decisions in the last thirty days, in the form in which the decisions write them. */
export function addAudit(world: World): void {
  const random = world.random('audit')
  const entries = [
    ...world.rows.merchant.flatMap((merchant) => merchantAudit(random, merchant)),
    ...world.rows.merchant_upgrade.flatMap((upgrade) => upgradeAudit(random, upgrade)),
    ...world.rows.wallet_upgrade.flatMap((request) => tierAudit(random, request)),
  ]
  const since = new Date(world.now.getTime() - retentionMs).toISOString()
  for (const row of entries) if (row.at >= since) world.rows.audit.push(row)
  world.rows.audit.sort((a, b) => (a.at < b.at ? -1 : 1))
}

function merchantAudit(random: Random, merchant: Merchant): Audit[] {
  const { reviewer_id, review_started_at, decided_by, decided_at } = merchant
  const base = { mode: merchant.mode, record_type: 'merchant', record_id: merchant.id, merchant_id: merchant.id }
  const rows: Audit[] = []
  if (review_started_at !== null) {
    rows.push(
      auditRow(random, review_started_at, reviewer_id, {
        ...base,
        action: 'merchant.start-review',
        before: { verified: 'SUBMITTED' },
        after: { verified: 'PROCESSING' },
        reason: null,
      }),
    )
  }
  if (decided_at !== null) {
    const accepted = merchant.verified === 'ACCEPTED'
    rows.push(
      auditRow(random, decided_at, decided_by, {
        ...base,
        action: accepted ? 'merchant.approve' : 'merchant.decline',
        before: { verified: review_started_at === null ? 'SUBMITTED' : 'PROCESSING', status: 'INACTIVE' },
        after: { verified: merchant.verified, status: accepted ? 'ACTIVE' : 'INACTIVE' },
        reason: merchant.decision_reason,
      }),
    )
  }
  return rows
}

function upgradeAudit(random: Random, upgrade: Upgrade): Audit[] {
  if (upgrade.decided_at === null) return []
  return [
    auditRow(random, upgrade.decided_at, upgrade.decided_by, {
      mode: upgrade.mode,
      record_type: 'merchant_upgrade',
      record_id: upgrade.id,
      merchant_id: upgrade.merchant_id,
      action: upgrade.status === 'APPROVED' ? 'merchant-upgrade.approve' : 'merchant-upgrade.decline',
      before: { status: 'PENDING', businessType: upgrade.current_type },
      after: {
        status: upgrade.status,
        businessType: upgrade.status === 'APPROVED' ? upgrade.business_type : upgrade.current_type,
      },
      reason: upgrade.decision_reason,
    }),
  ]
}

function tierAudit(random: Random, request: Row<'wallet_upgrade'>): Audit[] {
  if (request.decided_at === null) return []
  const { current_tier, requested_tier, category } = request
  const approved = request.status === 'COMPLETED'
  const [before, after] = category === 'ACTIVATION' ? ['PENDING', 'ACTIVE'] : ['ACTIVE', 'ACTIVE']
  return [
    auditRow(random, request.decided_at, request.decided_by, {
      mode: request.mode,
      record_type: 'wallet_upgrade',
      record_id: request.id,
      merchant_id: request.merchant_id,
      action: approved ? 'wallet-upgrade.approve' : 'wallet-upgrade.reject',
      before: { status: 'PENDING', ...(approved && { tier: current_tier, walletStatus: before }) },
      after: { status: request.status, ...(approved && { tier: requested_tier, walletStatus: after }) },
      reason: request.decision_reason,
    }),
  ]
}

/** Origin of the demo's decisions: the office, in sessions that have been deleted since. */
export const officeOrigin = {
  session_id: null,
  request_id: null,
  address: '203.0.113.24',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
  maker_id: null,
  proposal_id: null,
}

type Fact = Omit<Audit, 'id' | 'at' | 'staff_id' | keyof typeof officeOrigin>

function auditRow(random: Random, at: string, staffId: string | null, fact: Fact): Audit {
  return { id: random.id(new Date(at)), at, staff_id: staffId, ...officeOrigin, ...fact }
}
