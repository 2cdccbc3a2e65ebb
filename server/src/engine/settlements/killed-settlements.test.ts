import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { openJobs } from '../../jobs/jobs.ts'
import { startSimulator } from '@kobo/demo/simulator/simulator'
import { type Collector, collectorsOf } from '../../testing/collectors.ts'
import { aDatabase } from '../../testing/database.ts'
import {
  closeDays,
  daysAreLeft,
  killWorker,
  openDay,
  paidByUs,
  paidBySwitches,
  startWorker,
  throughKills,
  hasRemainingJobs,
} from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { eventually } from '../../testing/payouts.ts'

const kills = byDepth({ sample: 4, full: 10 })
const merchants = 8
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

it(`settles each collection once, instantly and daily, while the worker is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const database = await aDatabase()
  const { db } = database
  const simulator = await startSimulator({
    databaseUrl: database.url,
    behaviour: {
      latencyMs: 150,
      transfers: { approved: 80, refused: 8, approvedButSilent: 6, unknown: 6 },
      settlesAfterMs: 1_000,
      settlesRefused: 0.3,
    },
  })
  const jobs = await openJobs(database.url, { retryDelaySeconds: 1, expireInSeconds: 3, onError: () => {} })
  const collectors = collectorsOf(
    db,
    () => jobs,
    () => new Date(),
  )
  const allMerchants: Collector[] = []
  for (let number = 0; number < merchants; number++) {
    allMerchants.push(
      await collectors.aCollector(`012345${String(6000 + number)}`, BigInt(randomInt(100_000, 900_000))),
    )
  }
  await db.updateTable('merchant').set({ auto_settlement: true, auto_instant_settlement: true }).execute()

  // A maintenance fee would reduce the balance to be settled.
  await closeDays(database, 'bill-maintenance')
  let collections = merchants
  const start = () => startWorker('payout-worker.ts', database.url, simulator.url)
  const worker = await throughKills(kills, start, async (round) => {
    for (const merchant of allMerchants) {
      await collectors.collect(merchant, BigInt(randomInt(10_000, 500_000)))
      collections += 1
    }
    await openDay(database, 'settle-day', `2100-11-${10 + round}`)
    await sleep(randomInt(20, 600))
  })
  const statusesOf = async () => await db.selectFrom('settlement').select(['id', 'status']).execute()
  const allEnded = () =>
    eventually(async () => {
      const isLeft =
        (await hasRemainingJobs(database, ['settle', 'settle-rest'])) || (await daysAreLeft(database, ['settle-day']))
      return !isLeft && (await statusesOf()).every(({ status }) => status !== 'PENDING')
    }, 60_000)
  await allEnded()
  // Failed settlements are retried until they are paid; there is no new attempt unless the last one failed.
  await eventually(async () => {
    const failed = (await statusesOf()).filter(({ status }) => status === 'FAILED')
    for (const { id } of failed) await collectors.resend(id)
    await allEnded()
    return failed.length === 0
  }, 120_000)
  await killWorker(worker)

  const items = await db.selectFrom('settlement_item').select('state').execute()
  expect(items).toHaveLength(collections)
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['SETTLED']))
  const accounts = await db.selectFrom('account').select('booked_kobo').where('kind', '=', 'MERCHANT').execute()
  expect(accounts.map(({ booked_kobo }) => booked_kobo)).toEqual(allMerchants.map(() => 0n))
  const sent = await db
    .selectFrom('settlement')
    .innerJoin('transaction', 'transaction.id', 'transaction_id')
    .select(['session_id', 'settlement.amount_kobo'])
    .execute()
  expect(paidByUs(sent)).toEqual(await paidBySwitches(simulator))
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)

  await jobs.stop()
  await simulator.close()
  await database.close()
})
