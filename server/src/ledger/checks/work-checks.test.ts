import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findingsAfter, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import type { Transaction } from '../../db/database.ts'
import { workSources } from '../../engine/work-items/sources.ts'
import { updateItems } from '../../engine/work-items/update-items.ts'
import { uuidv7 } from '../../uuid.ts'
import { setCheckedAt } from './check.ts'
import { workChecks } from './work-checks.ts'

const { shop } = await healthyLedger()

async function collect(t: Transaction): Promise<void> {
  for (const source of workSources) await updateItems(t, source, { now: new Date() })
}

/** Records that require nothing, by kind of work. */
const over: [kind: string, type: string, record: string][] = [
  ['KYC', 'merchant', "merchant where verified = 'ACCEPTED'"],
  ['TIER', 'wallet_upgrade', "wallet_upgrade where status = 'COMPLETED'"],
  ['UPGRADE', 'merchant_upgrade', "merchant_upgrade where status = 'APPROVED'"],
  ['PAYOUT_IN_DOUBT', 'transaction', "transaction where status = 'SUCCESS'"],
  ['DISPUTE', 'dispute', "dispute where status = 'CLOSED'"],
  [
    'REFUND_STUCK',
    'refund',
    "refund join transaction on transaction.id = refund_transaction_id where status = 'SUCCESS'",
  ],
  ['CARD_BATCH', 'card_batch', "card_batch where status <> 'PENDING'"],
  ['WEBHOOKS_FAILED', 'merchant', 'merchant'],
]

describe('work checks', () => {
  it('finds nothing where the collector has just run', async () => {
    expect(await findingsAfter(collect)).toEqual({})
  })

  testChecks(workChecks, [
    [
      'an item of a record that does not exist',
      { 'work-item-outdated': 1 },
      async (t) => {
        await collect(t)
        await sql`
          update work_item set subject_id = gen_random_uuid()
          where id = (select id from work_item where kind = 'DISPUTE' and closed_at is null limit 1)`.execute(t)
      },
    ],
    [
      'an item of somebody who was deactivated without the trigger',
      { 'work-item-of-inactive': 1 },
      async (t) => {
        await collect(t)
        const staffId = await someStaff(t)
        await sql`
          update work_item set claimed_by = ${staffId}, claimed_at = now()
          where id = (select id from work_item where merchant_id = ${shop.merchantId} limit 1)`.execute(t)
        await sql`alter table staff disable trigger staff_claims_end`.execute(t)
        await sql`update staff set status = 'INACTIVE' where id = ${staffId}`.execute(t)
      },
    ],
  ])

  it.each(over)('finds an item of %s that stands for a %s that is over', async (kind, type, record) => {
    const plant = async (t: Transaction) => {
      await sql`
        insert into work_item (id, mode, kind, subject_type, subject_id, name, opened_at, warns_at, due_at)
        select gen_random_uuid(), 'PRODUCTION', ${kind}, ${type}, ${sql.ref(`${type}.id`)}::text, '', '2026-03-04', '2026-03-04', '2026-03-04'
        from ${sql.raw(record)} limit 1`.execute(t)
    }
    expect(await findingsAfter(plant)).toEqual({ 'work-item-outdated': 1 })
  })

  it.each([
    ['finds nothing while the collector has a minute', 0, {}],
    ['finds a payout that ended two minutes before the given time', 120_000, { 'work-item-outdated': 1 }],
  ])('%s', async (_title, laterMs, expected) => {
    const now = new Date()
    const plant = async (t: Transaction) => {
      const { rows } = await sql<{ id: string; merchant_id: string }>`
        select id, merchant_id from transaction where status = 'SUCCESS' limit 1`.execute(t)
      const ended = rows[0] ?? { id: '', merchant_id: '' }
      await sql`
        insert into work_item (id, mode, kind, subject_type, subject_id, name, opened_at, warns_at, due_at)
        values (gen_random_uuid(), 'PRODUCTION', 'PAYOUT_IN_DOUBT', 'transaction', ${ended.id}, '', '2026-03-04', '2026-03-04', '2026-03-04')`.execute(
        t,
      )
      await sql`
        insert into activity (id, merchant_id, transaction_id, created_at, category, completed, description)
        values (${uuidv7(now.getTime())}, ${ended.merchant_id}, ${ended.id}, ${now.toISOString()}, 'ENDED', true, 'Ended')`.execute(
        t,
      )
      await setCheckedAt(t, new Date(now.getTime() + laterMs))
    }
    expect(await findingsAfter(plant)).toEqual(expected)
  })
})
