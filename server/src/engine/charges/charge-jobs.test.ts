import { join } from 'node:path'
import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMigrations } from '../../db/migrations-folder.ts'
import { transact } from '../../db/transact.ts'
import { purgeExpiredRows } from '../../http/purge-expired.ts'
import type { PendingCharge } from '../../jobs/job-kinds.ts'
import { serverRoot } from '../../server-folder.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { collected } from '../../testing/disputes.ts'
import { ownRates } from '../../testing/factories.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { openStaticAccount } from '../collections/open-virtual-account.ts'
import type { Engine } from '../engine.ts'
import { billMaintenance } from './maintenance-fees.ts'
import { collectCharge } from './charge-event.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let now: Date
const engine = (): Engine => ({ ...still.engine(), clock: () => now })
const jobs = () => still.engine().jobs
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

it('queues one job for an owed charge however long it is owed, and none once it is debited', async () => {
  const { id: merchantId } = await aFundedMerchant(database.db, 1n)
  const account = { mode: 'PRODUCTION', merchantId, walletId: null, accountName: 'Rent' } as const
  const start = dayStart('2027-03-01').getTime()
  const number = await transact(database.db, (t) => openStaticAccount(t, jobs(), { ...account, at: new Date(start) }))
  const queuedCharges = async () =>
    (
      await database.pool.query<{ data: PendingCharge }>(
        "select data from pgboss.job where name = 'charge' and data ->> 'reference' like '%' || $1 order by 1",
        [number],
      )
    ).rows.map(({ data }) => data)
  for (let day = 0; day < 30; day++) {
    now = new Date(start + day * dayMs + hourMs)
    await processItems(billMaintenance(engine()), lagosDay(now))
    await processItems(purgeExpiredRows(engine()))
  }
  const references = [`MAINT-2027-03-${number}`, `OPEN-${number}`]
  expect((await queuedCharges()).map(({ reference }) => reference).toSorted()).toEqual(references)

  for (const charge of await queuedCharges())
    await expect(collectCharge(engine(), charge)).rejects.toThrow('is still owed')
  await collected({ db: database.db, jobs: jobs() }, { merchantId })
  for (const charge of await queuedCharges()) await collectCharge(engine(), charge)
  const keys = await database.pool.query("select from job_key where kind = 'charge' and key like '%' || $1", [number])
  expect(keys.rowCount).toBe(0)
})

it('charges each static account for the month in which it was opened, at the price of that month, and once', async () => {
  const { id: merchantId } = await aFundedMerchant(database.db, 1_000_000n)
  const account = { mode: 'PRODUCTION', merchantId, walletId: null, accountName: 'Rent' } as const
  const openAt = (text: string) =>
    transact(database.db, (t) => openStaticAccount(t, jobs(), { ...account, at: new Date(text) }))
  const billAt = async (day: string) => {
    now = new Date(dayStart(day).getTime() + 60_000)
    await processItems(billMaintenance(engine()), day)
  }
  const first = await openAt('2027-04-29T09:00:00Z')
  await billAt('2027-05-30')
  const second = await openAt('2027-05-30T09:00:00Z')
  await billAt('2027-05-31')
  const third = await openAt('2027-05-31T09:00:00Z')
  const inflows = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 0 }
  const rates = { accountCreationKobo: 5000, maintenanceKobo: 9000, inflows }
  await ownRates(database.db, merchantId, 'staticAccounts', rates, dayStart('2027-06-01'))
  await billAt('2027-06-01')
  const fourth = await openAt('2027-06-01T09:00:00Z')
  for (const day of ['2027-06-02', '2027-06-03']) await billAt(day)
  const { rows } = await database.pool.query<{ reference: string; fee: bigint }>(
    `select reference, entry.amount_kobo as fee from transfer
    join entry on entry.transfer_id = transfer.id
    join provider_account on provider_account.id = entry.account_id and provider_account.kind = 'FEE_INCOME'
    where transfer.merchant_id = $1 and reference like 'MAINT-%' order by reference`,
    [merchantId],
  )
  expect(rows.map(({ reference, fee }) => [reference, Number(fee)])).toEqual([
    [`MAINT-2027-05-${first}`, 2000],
    [`MAINT-2027-05-${second}`, 2000],
    [`MAINT-2027-05-${third}`, 2000],
    [`MAINT-2027-06-${first}`, 9000],
    [`MAINT-2027-06-${second}`, 9000],
    [`MAINT-2027-06-${third}`, 9000],
    [`MAINT-2027-06-${fourth}`, 9000],
  ])
})

it('reduces several jobs of an owed charge from an earlier release to the oldest one', async () => {
  await database.pool.query("delete from pgboss.job; delete from job_key where kind = 'charge'")
  const charge = (reference: string, feeKobo: string): PendingCharge => {
    return { mode: 'PRODUCTION', merchantId: 'M', reference, feeKobo, vatKobo: '0' }
  }
  for (const [reference, feeKobo] of [
    ['A', '1'],
    ['A', '2'],
    ['B', '3'],
    ['A', '4'],
  ] as const) {
    await jobs().enqueue(database.db, 'charge', charge(reference, feeKobo))
  }
  const migrations = await readMigrations(join(serverRoot(), 'src/db/migrations'))
  const migration = migrations.find(({ name }) => name === '0065_one_job_for_an_owed_charge')
  await database.pool.query(migration?.sql ?? '')
  for (const reference of ['A', 'B']) {
    await jobs().enqueue(database.db, 'charge', charge(reference, '5'), { key: `PRODUCTION ${reference}` })
  }
  const left = await database.pool.query("select data from pgboss.job where name = 'charge' order by created_on")
  expect(left.rows.map(({ data }) => data)).toEqual([charge('A', '1'), charge('B', '3')])
})
