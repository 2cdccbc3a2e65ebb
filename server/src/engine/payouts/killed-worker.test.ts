import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { startFlakyProviders } from '../../testing/flaky-providers.ts'
import { killWorker, paidByUs, paidBySwitches, startWorker, throughKills } from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'

const payouts = byDepth({ sample: 60, full: 150 })
const kills = byDepth({ sample: 4, full: 12 })

it(`pays each of ${payouts} payouts exactly once while its worker is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const { database, db, simulator, jobs, stop: stopProviders } = await startFlakyProviders({ latencyMs: 250 })
  const opening = 1_000_000_000n
  const merchant = await aFundedMerchant(db, opening)
  for (let number = 0; number < payouts; number++) {
    const accountNumber = String(1_000_000_000 + number).replace(/[89](\d\d)$/, '7$1')
    await aPayout(db, jobs, { merchant, amountKobo: BigInt(randomInt(100_00, 60_000_00)), accountNumber })
  }
  const cameBack = new Set<string>()
  const findReturned = async () => {
    const { rows: returned } = await database.pool.query<{ id: string }>(
      "select id from pgboss.job where name = 'payout' and retry_count > 0",
    )
    for (const { id } of returned) cameBack.add(id)
  }
  const isSending = async () => {
    const { rows: pending } = await database.pool.query("select from transaction where status = 'PENDING' limit 1")
    return pending.length > 0
  }
  const start = async () => {
    await findReturned()
    return await startWorker('payout-worker.ts', database.url, simulator.url)
  }
  const worker = await throughKills(kills, start, async (round) => {
    // Kills at a random point; in every third round while a payout is PENDING.
    if (round % 3 === 0) await eventually(isSending)
    else await sleep(randomInt(50, 900))
  })
  await eventually(async () => {
    await findReturned()
    const { open } = await db
      .selectFrom('transaction')
      .select((row) => row.fn.countAll<bigint>().filterWhere('status', 'in', ['QUEUED', 'PENDING']).as('open'))
      .executeTakeFirstOrThrow()
    return open === 0n
  }, 150_000)
  await killWorker(worker)

  const rows = await db.selectFrom('transaction').selectAll().where('type', '=', 'DEBIT').execute()
  const succeeded = rows.filter(({ status }) => status === 'SUCCESS')
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']))
  expect(rows.filter(({ alert }) => alert !== null)).toEqual([])
  expect(paidByUs(succeeded)).toEqual(await paidBySwitches(simulator))

  const spent = succeeded.reduce(
    (sum, row) => sum + row.amount_kobo + row.fee_kobo + row.vat_kobo + row.stamp_duty_kobo,
    0n,
  )
  const account = await ownAccount(db, merchant.id)
  expect(account).toMatchObject({ booked_kobo: opening - spent, available_kobo: opening - spent })
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  const { rows: posted } = await database.pool.query(`
      select (select count(*)::int from hold where status = 'HELD') as held,
        (select sum(amount_kobo)::text from entry) as entries,
        (select count(*)::int from transfer where kind = 'PAYOUT') as posted`)
  expect(posted).toEqual([{ held: 0, entries: '0', posted: succeeded.length }])
  // Some kills hit between the send and its logged response: those payouts have a status query before any response to their
  // transfer.
  const { rows: again } = await database.pool.query<{ resumed: number }>(`
    select (select count(distinct transaction_id)::int from payout_log asked where category = 'TRANSACTION_STATUS'
        and not exists (select from payout_log heard where heard.transaction_id = asked.transaction_id
          and heard.category = 'FUND_PENDING' and heard.request is not null
          and heard.created_at < asked.created_at)) as resumed`)
  expect(cameBack.size).toBeGreaterThan(kills)
  expect(again[0]?.resumed).toBeGreaterThan(0)

  await stopProviders()
})
