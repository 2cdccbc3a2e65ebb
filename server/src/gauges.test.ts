import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './db/database.ts'
import { transact } from './db/transact.ts'
import { addGauges } from './gauges.ts'
import { foldAll } from './ledger/fold.ts'
import { providerAccount } from './ledger/provider-accounts.ts'
import { readings } from './monitoring/readings.ts'
import { bankLane, openLanes } from './rails/lanes.ts'
import { startApp, type TestApp } from './testing/app.ts'
import { type CustomerAccount, someAccounts } from './testing/customer-accounts.ts'
import { collect } from './testing/ledger-fixtures.ts'
import { refund } from './testing/refund-bookkeeping.ts'

let app: TestApp
let shop: CustomerAccount
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ;[shop] = await someAccounts(app.db, 'PRODUCTION')
  await foldAll(app.db)
})
afterAll(() => app.close())

function gaugesOf(options: Partial<Parameters<typeof addGauges>[1]> = {}) {
  const registry = new Registry()
  addGauges(registry, { db: app.db, lanes: openLanes(), dataDir: '.', freshMs: 0, ...options })
  /** Samples of a gauge, by their labels. */
  return async (name: string) => {
    const lines = (await registry.metrics()).split('\n').filter((line) => new RegExp(`^${name}[ {]`).test(line))
    return Object.fromEntries(lines.map((line) => line.slice(name.length).split(/ (?=[^ ]+$)/) as [string, string]))
  }
}

describe('gauges', () => {
  it('count unconfirmed payments by age and name the oldest', async () => {
    const read = gaugesOf()
    const at = new Date(Date.now() - 2 * 3_600_000)
    await transact(app.db, (t) => refund(t, shop, 'PENDING', { at }))
    expect(await read('kobo_payments_unconfirmed')).toMatchObject({
      '{mode="PRODUCTION",age="under 10 minutes"}': '0',
      '{mode="PRODUCTION",age="under 1 day"}': '1',
      '{mode="SANDBOX",age="under 1 day"}': '0',
    })
    const oldest = await read('kobo_payment_oldest_seconds')
    expect(Object.keys(oldest)).toEqual(['{mode="PRODUCTION",type="DEBIT",status="PENDING"}'])
    expect(Number(Object.values(oldest)[0])).toBeGreaterThan(7_199)
  })

  it('show what is not folded, and the balances of our own accounts', async () => {
    const read = gaugesOf()
    await foldAll(app.db)
    expect(await read('kobo_fold_waiting')).toEqual({ '{into="counters"}': '0', '{into="balances"}': '0' })
    const float = '{mode="PRODUCTION",account="FLOAT_NIP"}'
    const before = Number((await read('kobo_provider_account_kobo'))[float])
    await transact(app.db, (t) => collect(t, shop))
    expect(Number((await read('kobo_fold_waiting'))['{into="balances"}'])).toBeGreaterThan(0)
    expect(Number((await read('kobo_fold_lag_seconds'))['{into="balances"}'])).toBeGreaterThanOrEqual(0)
    await foldAll(app.db)
    const account = app.db
      .selectFrom('provider_account')
      .select('balance_kobo')
      .where('id', '=', providerAccount('PRODUCTION', 'FLOAT_NIP'))
    const { balance_kobo } = await account.executeTakeFirstOrThrow()
    expect(Number(balance_kobo)).not.toBe(before)
    expect((await read('kobo_provider_account_kobo'))[float]).toBe(String(balance_kobo))
  })

  it('sum collections that are not settled', async () => {
    const read = gaugesOf()
    await sql`insert into settlement_mark (account_id, merchant_id, since, until)
      values (${shop.id}, ${shop.merchantId}, now() - interval '3 days', now() - interval '3 days')`.execute(app.db)
    await sql`insert into settlement_item (account_id, transaction_id, merchant_id, collected_at, amount_kobo, state, reason)
      values (${shop.id}, gen_random_uuid(), ${shop.merchantId}, now(), 12345, 'WAITING', 'Disputed')`.execute(app.db)
    const before = Number((await read('kobo_unsettled_kobo'))['{mode="PRODUCTION"}'])
    await sql`update settlement_item set amount_kobo = amount_kobo + 55 where account_id = ${shop.id}`.execute(app.db)
    expect((await read('kobo_unsettled_kobo'))['{mode="PRODUCTION"}']).toBe(String(before + 55))
    expect(before).toBeGreaterThanOrEqual(12_345)
  })

  it('show when daily jobs were finished, and their unfinished days', async () => {
    const read = gaugesOf()
    await sql`insert into job_run (job, day, started_at, finished_at) values
      ('settle-day', '2026-11-24', '2026-11-24T21:00:00Z', '2026-11-24T21:00:40Z'),
      ('settle-day', '2026-11-25', '2026-11-25T21:00:00Z', '2026-11-25T21:01:00Z'),
      ('settle-day', '2026-11-26', '2026-11-26T21:00:00Z', null)`.execute(app.db)
    const label = '{daily_job="settle-day"}'
    const finished = Date.parse('2026-11-25T21:01:00Z') / 1000
    expect(await read('kobo_daily_job_finished_timestamp_seconds')).toEqual({ [label]: String(finished) })
    expect(await read('kobo_daily_job_duration_seconds')).toEqual({ [label]: '60' })
    expect(await read('kobo_daily_job_days_unfinished')).toEqual({ [label]: '1' })
  })

  it('show how long due jobs have waited', async () => {
    const read = gaugesOf()
    // Nothing works on statements of this kind here: its queue only waits.
    await app.services.jobs.enqueue(app.db, 'repair', { name: 'nothing', requestedAt: 'never' })
    await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'repair'`.execute(app.db)
    const due = await read('kobo_job_due_seconds')
    expect(Number(due['{kind="repair"}'])).toBeGreaterThanOrEqual(3_600)
    expect(due['{kind="mail"}']).toBe('0')
  })

  it('show open lanes and the free space of the disk', async () => {
    const lanes = openLanes({ rules: { bank: { atOnce: 9, opensAfter: 1 } } })
    const read = gaugesOf({ lanes })
    lanes.enter([bankLane('NIP', '058', 'PRODUCTION')]).permit?.leave('silent')
    expect(await read('outside_trouble')).toEqual({ '{kind="bank",lane="bank:NIP:058:PRODUCTION",state="open"}': '1' })
    const [free, size] = [await read('kobo_disk_free_bytes'), await read('kobo_disk_size_bytes')]
    expect(Number(free[''])).toBeGreaterThan(0)
    expect(Number(free[''])).toBeLessThanOrEqual(Number(size['']))
  })

  it('serve the same values until they are a little old', async () => {
    const read = gaugesOf({ freshMs: 600_000 })
    const first = await read('jobs_items_failing')
    await sql`insert into job_item_error
      (job, period, item, attempts, error, first_failed_at, last_failed_at, next_attempt_at)
      values ('settle-day', '', 'one', 1, 'no', now(), now(), now())`.execute(app.db)
    expect(await read('jobs_items_failing')).toEqual(first)
    expect(await gaugesOf()('jobs_items_failing')).toEqual({ ...first, '{job="settle-day"}': '1' })
  })

  it('are absent and counted if they cannot be read, and never stop the others', async () => {
    const read = gaugesOf({
      dataDir: '/nowhere/at/all',
      tlsEndpoints: [{ name: '127.0.0.1:1', host: '127.0.0.1', port: 1 }],
    })
    expect((await read('kobo_gauge_failures_total'))['{reading="daily jobs"}']).toBe('0')
    await sql`alter table job_run rename to job_run_away`.execute(app.db)
    try {
      expect(await read('kobo_daily_job_days_unfinished')).toEqual({})
      expect(await read('kobo_disk_free_bytes')).toEqual({})
      expect(await read('kobo_database_writable')).toEqual({ '': '1' })
      expect(Object.keys(await read('jobs_waiting'))).not.toHaveLength(0)
      const failures = await read('kobo_gauge_failures_total')
      expect(Number(failures['{reading="daily jobs"}'])).toBeGreaterThan(0)
      expect(Number(failures['{reading="disk"}'])).toBeGreaterThan(0)
      expect(Number(failures['{reading="certificates"}'])).toBeGreaterThan(0)
      expect(failures['{reading="jobs"}']).toBe('0')
    } finally {
      await sql`alter table job_run_away rename to job_run`.execute(app.db)
    }
    expect(await read('kobo_daily_job_days_unfinished')).not.toEqual({})
  })

  it('are all absent without a database, without a wait for each', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { max: 1 })
    const read = gaugesOf({ db: away.db })
    try {
      expect(await read('kobo_database_writable')).toEqual({})
      expect(await read('ledger_findings')).toEqual({})
      const failures = Object.entries(await read('kobo_gauge_failures_total'))
      const failed = failures.flatMap(([labels, count]) => (Number(count) > 0 ? [labels] : []))
      expect(failed).toHaveLength(readings.length)
    } finally {
      await away.close()
    }
  })
})
