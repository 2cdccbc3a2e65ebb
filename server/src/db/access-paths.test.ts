import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDisputes } from '../areas/disputes/disputes.ts'
import { freezeImpact } from '../areas/freezes/freeze-impact.ts'
import { merchantInfo } from '../areas/merchants/merchant-info.ts'
import { listSettlements } from '../areas/settlements/settlements.ts'
import { listStoreTransactions } from '../areas/stores/store-transactions.ts'
import { sweepUploads } from '../engine/bulk/sweep-uploads.ts'
import { sweepAuthorisations } from '../engine/cards/release-authorisation.ts'
import { billMaintenance } from '../engine/charges/maintenance-fees.ts'
import { releaseExpiredLiens } from '../engine/liens/release-expired.ts'
import { dispatchScheduled } from '../engine/schedules/dispatch-scheduled.ts'
import { runRecurring } from '../engine/schedules/run-recurring.ts'
import type { ReadContext } from '../http/handler.ts'
import { findActiveStaff, type Staff } from '../http/staff.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aFile, aMerchant } from '../testing/factories.ts'
import { readInSnapshot, rowsRead } from '../testing/reads.ts'
import { aShopFloor } from '../testing/stores.ts'
import { aRecurringPayout, aScheduledPayout } from '../testing/timed-payouts.ts'
import type { Database, Transaction } from './database.ts'

/** Rows of each table that no test asks for. */
const others = 300

let app: TestApp
let merchant: Awaited<ReturnType<typeof aMerchant>>
let staff: Staff
beforeAll(async () => {
  app = await startApp()
  const { staffId } = await app.signIn()
  staff = (await findActiveStaff(app.db, staffId, app.clock.now())) ?? expect.unreachable()
  merchant = await aMerchant(app.db)
  await app.db.transaction().execute((t) => fill(t, staffId))
  await aShopFloor(app.db, merchant, { store: 'Lekki Gate' })
  await sql`analyze`.execute(app.db)
})
afterAll(() => app.close())

const filled = [
  'payment_link',
  'scheduled_payout',
  'recurring_payout',
  'bulk_batch',
  'dispute',
  'settlement',
  'virtual_account',
  'card_purchase',
  'lien',
  'account',
  'transaction',
]

/** Inserts rows of merchants that do not exist: constraints are dropped first. */
async function fill(db: Transaction, staffId: string): Promise<void> {
  const { rows: constraints } = await sql<{ name: string; of: string }>`
    select conname as name, conrelid::regclass::text as of from pg_constraint where contype in ('f', 'c') and conrelid::regclass::text = any(${filled})`.execute(
    db,
  )
  for (const { name, of } of constraints) {
    await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  const insert = (table: string, columns: string, values: string) =>
    sql`
      with made as materialized (select uuidv7(interval '-1 day') as id, n from generate_series(1, ${sql.lit(others)}) as n)
      insert into ${sql.table(table)} (id, ${sql.raw(columns)})
      select id, ${sql.raw(values)} from made`.execute(db)
  const [mode, ofMerchant] = [`mode, created_at`, `'PRODUCTION', uuid_time(id)`]
  const beneficiary = ['beneficiary_name, account_number, bank_code, amount_kobo', `'Chidi', '0123456789', '058', 100`]
  await insert(
    'payment_link',
    `${mode}, merchant_id, checkout_id, code, description`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), n::text, 'Order'`,
  )
  await insert(
    'scheduled_payout',
    `${mode}, merchant_id, ${beneficiary[0]}, due_at`,
    `${ofMerchant}, gen_random_uuid(), ${beneficiary[1]}, now() + interval '1 year'`,
  )
  await insert(
    'recurring_payout',
    `${mode}, merchant_id, ${beneficiary[0]}, interval, start_day, next_day`,
    `${ofMerchant}, gen_random_uuid(), ${beneficiary[1]}, 'daily', '2050-01-01', '2050-01-01'`,
  )
  await insert(
    'bulk_batch',
    `${mode}, merchant_id, reference, status, total_items`,
    `${ofMerchant}, gen_random_uuid(), 'B' || n, 'PROCESSING', 1`,
  )
  await insert(
    'dispute',
    `${mode}, merchant_id, transaction_id, category, status, amount_kobo, customer, description, due_at, staff_id`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), 'SCAM', 'NEW', 100, 'Ngozi', 'Wrong', now(), '${staffId}'`,
  )
  await insert(
    'settlement',
    `${mode}, merchant_id, account_id, category, status, amount_kobo`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), 'MERCHANT_SETTLEMENT', 'SUCCESSFUL', 100`,
  )
  await insert(
    'virtual_account',
    `${mode}, merchant_id, kind, account_number, account_name, bank_code`,
    `${ofMerchant}, gen_random_uuid(), 'VIRTUAL', lpad(n::text, 10, '0'), 'Order', '058'`,
  )
  await insert(
    'card_purchase',
    `${mode}, merchant_id, card_id, reference, acceptor, status, authorisation_id, authorised_kobo, held_until`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), n::text, 'Shop', 'AUTHORISED', gen_random_uuid(), 100, now() + interval '1 year'`,
  )
  await insert(
    'lien',
    `${mode}, merchant_id, account_id, kind, amount_kobo, reason, staff_id, until`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), 'MERCHANT', 100, 'Court order', '${staffId}', now() + interval '1 year'`,
  )
  await insert(
    'account',
    `${mode}, merchant_id, wallet_id, kind, account_number, account_name, bank_name, bank_code`,
    `${ofMerchant}, '${merchant.id}', gen_random_uuid(), 'WALLET', lpad((n + 1000)::text, 10, '0'), 'Ngozi', 'Kobo', '058'`,
  )
  await insert(
    'transaction',
    `${mode}, merchant_id, account_id, scope, type, category, status, amount_kobo, reference`,
    `${ofMerchant}, gen_random_uuid(), gen_random_uuid(), 'STORE', 'CREDIT', 'CREDIT_STORE', 'SUCCESS', 100, 'OTHER-' || n`,
  )
  await insert(
    'file',
    `${mode}, name, content_type, size_bytes, sha256, storage_key`,
    `'PRODUCTION', now(), 'CAC.pdf', 'text/plain', 1, '', n::text`,
  )
}

/**
 * Rows that the work reads of a table, which is too small here for an index unless sequential scans are off. A generic plan is
 * what a connection may reuse once it has repeated a statement.
 */
async function readOf(table: string, work: (db: Database) => Promise<unknown>, plan = 'auto'): Promise<number> {
  const read = await rowsRead(app.db, async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local plan_cache_mode = ${sql.raw(plan)}`.execute(db)
    await work(db)
  })
  return read.get(table) ?? 0
}

const context = (db: Database): ReadContext => ({
  ...app.services,
  db,
  staff,
  mode: 'PRODUCTION',
  sessionId: '',
  now: app.clock.now(),
  requestId: '',
  caller: { address: '', device: null, agent: null },
})
const page = { page: 1, size: 10 }

describe('records of one merchant', () => {
  it.each(['payment_link', 'scheduled_payout', 'recurring_payout', 'bulk_batch', 'dispute'])(
    'are found among those of others: %s that a freeze affects',
    async (table) => {
      const impact = (db: Database) => freezeImpact({ merchantId: merchant.id }, context(db))
      expect(await readOf(table, impact)).toBeLessThan(others)
    },
  )

  it('are found among those of others: its files', async () => {
    const info = (db: Database) => merchantInfo({ merchantId: merchant.id }, context(db))
    expect(await readOf('file', info)).toBeLessThan(others)
  })

  it('are found among its many wallets: the account that pays a planned payout', async () => {
    const { db } = app
    const wallets = db.selectFrom('account').select('wallet_id').where('kind', '=', 'WALLET')
    const { wallet_id } = await wallets.limit(1).executeTakeFirstOrThrow()
    const [day, due_at] = ['2026-01-01', app.clock.now().toISOString()]
    const scheduled = await aScheduledPayout(db, merchant, { wallet_id, due_at })
    const recurring = await aRecurringPayout(db, merchant, { wallet_id, start_day: day, next_day: day })
    for (const [job, { id }] of [
      [dispatchScheduled, scheduled],
      [runRecurring, recurring],
    ] as const) {
      const found: string[] = []
      const find = async (t: Database) => found.push(...(await job({ ...app.engine, db: t }).find('', '')))
      expect(await readOf('account', find)).toBeLessThan(others)
      expect(found).toEqual([id])
    }
  })
})

describe('searches', () => {
  it.each([
    ['settlement', (db: Database) => listSettlements({ ...page, search: 'NOTHING' }, context(db))],
    ['dispute', (db: Database) => listDisputes({ ...page, search: 'NOTHING' }, context(db))],
    ['transaction', (db: Database) => listStoreTransactions({ ...page, search: 'NOTHING' }, context(db))],
  ])('read no %s that they do not find', async (table, search) => {
    expect(await readOf(table, search)).toBeLessThan(others)
  })

  it('read no transactions of stores with other names', async () => {
    const search = (db: Database) => listStoreTransactions({ ...page, search: 'Lekki Gate' }, context(db))
    expect(await readOf('transaction', search)).toBeLessThan(others)
  })
})

describe('jobs', () => {
  it.each([
    ['scheduled_payout', dispatchScheduled],
    ['recurring_payout', runRecurring],
    ['card_purchase', sweepAuthorisations],
    ['lien', releaseExpiredLiens],
    ['bulk_batch', sweepUploads],
    ['virtual_account', billMaintenance],
  ] as const)('read no %s that is not due', async (table, job) => {
    const find = (db: Database) => job({ ...app.engine, db }).find('', '2026-01-31')
    expect(await readOf(table, find, 'force_generic_plan')).toBeLessThan(others)
  })
})

it('checks by indexes that nothing refers to a file that is deleted', async () => {
  const { id } = await aFile(app.db, { name: 'CAC.pdf' })
  const read = await readInSnapshot(app.db, (db) => db.deleteFrom('file').where('id', '=', id).execute())
  expect(read).toEqual([])
})
