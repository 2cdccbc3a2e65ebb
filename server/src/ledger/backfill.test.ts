import { sql } from 'kysely'
import { afterAll, expect, it, vi } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { charge, collect, compensate, move, own, payOut, postLines } from '../testing/ledger-fixtures.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { runRepairs } from '../testing/run-inline.ts'
import { uuidv7 } from '../uuid.ts'
import { accountDays, openingBalance } from './account-days.ts'
import { foldAll } from './fold.ts'
import { balances, post } from './ledger.ts'
import { providerAccount } from './provider-accounts.ts'
import { faultCounts, verifyLedger } from './verify.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const [shop, customer] = await someAccounts(db, 'PRODUCTION')
const [test] = await someAccounts(db, 'SANDBOX')
const retired = providerAccount('PRODUCTION', 'SETTLEMENT_CLEARING')
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

// Data of the previous release: no profit, no accounts on transactions, deltas without days, wallet days without merchants, and a
// compensation on the retired account.
await db.transaction().execute(async (t) => {
  for (const account of [shop, customer, test]) {
    await payOut(t, account, 'SUCCESS')
    await payOut(t, account, 'PENDING')
    await charge(t, account)
  }
  await move(t, shop, customer)
  await compensate(t, shop, await payOut(t, shop, 'FAILED'))
  const id = await payOut(t, shop, 'FAILED')
  await postLines(t, shop, 'COMPENSATION', id, [own(shop, 'SETTLEMENT_CLEARING', -700n), own(shop, 'FLOAT_NIP', 700n)])
})
const profitBefore = await allProfit()
await db.transaction().execute(async (t) => {
  await sql`grant delete on profit to current_user`.execute(t)
  await sql`alter table profit disable trigger user`.execute(t)
  await sql`delete from profit`.execute(t)
  await sql`alter table profit enable trigger user`.execute(t)
  await sql`revoke delete on profit from current_user`.execute(t)
})
await sql`delete from count_delta where scope = 'PROFIT'`.execute(db)
await sql`update transaction set account_id = null`.execute(db)
await sql`update balance_delta set day = null`.execute(db)
await sql`insert into wallet_day (account_id, day, debited_kobo) values (${customer.id}, '2026-01-01', 5)`.execute(db)

function allProfit() {
  return db.selectFrom('profit').selectAll().orderBy('id').execute()
}

it('backfills rows of an older release while it continues writing', async () => {
  expect(faultCounts(await verifyLedger(db))).not.toEqual(nothing)
  const later = db.transaction().execute((t) => collect(t, customer))
  await Promise.all([runRepairs(db), runRepairs(db), foldAll(db), later])
  await runRepairs(db)
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  const [balance] = [...(await balances(db, [shop.id])).values()]
  expect(await openingBalance(db, shop.id, '2026-03-05')).toBe(balance?.bookedKobo)
  expect(await accountDays(db, shop.id, { startDay: '2026-03-04', endDay: '2026-03-04' })).toMatchObject([
    { closingKobo: balance?.bookedKobo },
  ])
  const daysWithoutMerchant = db.selectFrom('wallet_day').select('day').where('merchant_id', 'is', null)
  expect(await daysWithoutMerchant.execute()).toEqual([])
  expect((await allProfit()).filter(({ id }) => profitBefore.some((row) => row.id === id))).toEqual(profitBefore)
})

it('counts merchant days of profit from before these counters existed', async () => {
  await foldAll(db)
  await sql`delete from count_merchant_day`.execute(db)
  await db.transaction().execute((t) => charge(t, shop))
  expect(faultCounts(await verifyLedger(db))).not.toEqual(nothing)
  await Promise.all([runRepairs(db), runRepairs(db), foldAll(db)])
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})

it('lists earlier collections of virtual accounts', async () => {
  const opened = {
    mode: shop.mode,
    merchantId: shop.merchantId,
    walletId: null,
    accountName: 'Kola Nut',
    at: new Date(),
  }
  const [paid, unpaid] = await db.transaction().execute(async (t) => {
    const both = [await openVirtualAccount(t, opened, null), await openVirtualAccount(t, opened, null)] as const
    await collect(t, shop, { beneficiary_number: both[0].number })
    return both
  })
  await sql`delete from count_delta where scope = 'VIRTUAL_ACCOUNT'`.execute(db)
  await sql`delete from catch_up`.execute(db)
  await Promise.all([runRepairs(db), foldAll(db)])
  await runRepairs(db)
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  const rows = await db.selectFrom('virtual_account').select(['id', 'used_at']).execute()
  expect(new Map(rows.map(({ id, used_at }) => [id, used_at !== null]))).toEqual(
    new Map([
      [paid.id, true],
      [unpaid.id, false],
    ]),
  )
})

it('continues after a deadlock with a concurrent write on several servers', async () => {
  await sql`update transaction set account_id = null`.execute(db)
  const ids = (await db.selectFrom('transaction').select('id').orderBy('id').execute()).map(({ id }) => id)
  const lock = (t: Transaction, id: string | undefined) =>
    sql`select from transaction where id = ${id} for update`.execute(t)
  const other = await db.startTransaction().execute()
  await lock(other, ids.at(-1))
  const catching = Promise.all([runRepairs(db), runRepairs(db), runRepairs(db)])
  catching.catch(() => {})
  const waits = sql`select from pg_locks where not granted and locktype = 'transactionid'`
  await vi.waitUntil(async () => (await waits.execute(db)).rows.length > 0, { timeout: 10_000 })
  // On a slow machine the other write may be the deadlock's victim.
  await lock(other, ids[0]).then(
    () => other.commit().execute(),
    () => other.rollback().execute(),
  )
  await catching
  const nameless = db.selectFrom('transaction').select('id').where('account_id', 'is', null)
  expect(await nameless.execute()).toEqual([])
})

it('moves the balance of the retired account to RECOVERY once and reports later entries on it', async () => {
  const recovery = providerAccount('PRODUCTION', 'RECOVERY')
  expect(await balances(db, [retired, recovery])).toEqual(
    new Map([
      [retired, { bookedKobo: 0n, availableKobo: 0n }],
      [recovery, { bookedKobo: -250_700n, availableKobo: -250_700n }],
    ]),
  )
  await db.transaction().execute(async (t) => {
    const { mode, merchantId } = shop
    const transactionId = await payOut(t, shop, 'FAILED')
    const lines = [own(shop, 'SETTLEMENT_CLEARING', -5n), own(shop, 'FLOAT_NIP', 5n)]
    const at = new Date(Date.now() + 1000)
    await post(t, { mode, kind: 'COMPENSATION', reference: uuidv7(), transactionId, merchantId, at, lines })
  })
  await runRepairs(db)
  expect((await verifyLedger(db)).imbalance).toMatchObject([{ kind: 'retired-account-posting', count: 1 }])
})
