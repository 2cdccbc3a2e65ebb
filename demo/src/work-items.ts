import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import type { Staff } from '@kobo/server/db/tables'
import { workSources } from '@kobo/server/engine/work-items/sources'
import { changesAtOnce, updateItems } from '@kobo/server/engine/work-items/update-items'
import { withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import { demoEmail } from './colleagues.ts'
import { seeded } from './random.ts'

interface Share {
  email: string
  kinds: WorkKind[]
  items: number
  hoursAgo: number
}

/** What colleagues have, assigned by the operator of the demo's sign-in, so that no lease ends while one looks around. */
const shares: readonly Share[] = [
  { email: demoEmail, kinds: ['KYC', 'DISPUTE'], items: 3, hoursAgo: 0.5 },
  { email: 'bola@demo.test', kinds: ['DISPUTE', 'SETTLEMENT_FAILED', 'CARD_BATCH'], items: 6, hoursAgo: 2 },
  { email: 'chi@demo.test', kinds: ['KYC', 'TIER', 'UPGRADE'], items: 9, hoursAgo: 3 },
  { email: 'dayo@demo.test', kinds: ['SETTLEMENT_FAILED', 'REFUND_STUCK'], items: 2, hoursAgo: 1 },
  { email: 'efe@demo.test', kinds: ['CONTACT'], items: 4, hoursAgo: 1.5 },
]

interface Team {
  now: Date
  seed: string
  staff: readonly Selectable<Staff>[]
}

/** Adds the work items that the demo's records require; reviewers and colleagues have some of them, and one is put off. */
export async function addWorkItems(db: Transaction, { now, seed, staff }: Team): Promise<void> {
  await withIdsFrom(seeded(`${seed} work items`).id, async () => {
    for (const source of workSources) {
      // The queues are created when the server has started.
      if (source.kind === 'DEAD_JOBS') continue
      while ((await updateItems(db, source, { now })) === changesAtOnce);
    }
  })
  const ids = new Map(staff.map(({ email, id }) => [email, id]))
  const lead = ids.get(demoEmail)
  if (lead === undefined) throw new Error('The demo has no operator')
  await sql`
    update work_item set claimed_by = reviewer_id, claimed_at = review_started_at, assigned_by = ${lead}
    from merchant
    where work_item.kind = 'KYC' and merchant.id = work_item.merchant_id and verified = 'PROCESSING'`.execute(db)
  for (const share of shares) await assign(db, share, { staffId: ids.get(share.email) ?? lead, lead, now })
  await sql`
    update work_item set snoozed_at = ${now.toISOString()}, snoozed_until = ${after(now, 20)},
      note = 'The merchant sends a clearer copy tomorrow'
    where id in (
      select id from work_item
      where kind = 'UPGRADE' and claimed_by is null and due_at > ${after(now, 20)} and mode = 'PRODUCTION'
      order by due_at, id limit 1)`.execute(db)
}

async function assign(
  db: Transaction,
  { kinds, items, hoursAgo }: Share,
  { staffId, lead, now }: { staffId: string; lead: string; now: Date },
): Promise<void> {
  await sql`
    update work_item set claimed_by = ${staffId}, claimed_at = ${after(now, -hoursAgo)}, assigned_by = ${lead}
    where id in (
      select id from work_item
      where mode = 'PRODUCTION' and kind = any(${kinds}::text[]) and claimed_by is null
      order by abs(extract(epoch from due_at - ${now.toISOString()}::timestamptz)), id limit ${items})`.execute(db)
}

function after(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * hourMs).toISOString()
}
