import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLedger } from '../../ledger/verify.ts'
import { startSimulator } from '@kobo/demo/simulator/simulator'
import { aBatch, aRow, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { aDatabase } from '../../testing/database.ts'
import { killWorker, paidByUs, paidBySwitches, startWorker, throughKills } from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { openJobs } from '../../jobs/jobs.ts'

const valid = 60
const invalid = 7
const kills = byDepth({ sample: 3, full: 5 })

it(`sends each of ${valid} items exactly once while the worker is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const database = await aDatabase()
  const { db } = database
  const simulator = await startSimulator({
    databaseUrl: database.url,
    behaviour: { latencyMs: 200, transfers: { approved: 80, refused: 12, approvedButSilent: 8 } },
  })
  const jobs = await openJobs(database.url, { retryDelaySeconds: 1, expireInSeconds: 3, onError: () => {} })
  const merchant = await aFundedMerchant(db, 1_000_000_000n)
  const invalidRows = Array.from({ length: invalid }, () => aRow({ accountNumber: '1' }))
  const { batchId } = await aBatch(db, jobs, merchant, [...someRows(valid), ...invalidRows])

  const seen = new Set<string>()
  const start = () => startWorker('payout-worker.ts', database.url, simulator.url)
  const worker = await throughKills(kills, start, async (round) => {
    // One kill aims at the moment at which items become payouts.
    if (round === 2) await eventually(async () => (await readBatch(db, batchId)).status !== 'UPLOADED', 30_000)
    await sleep(round === 2 ? randomInt(0, 200) : randomInt(400, 1_300))
    seen.add((await readBatch(db, batchId)).status)
  })
  await eventually(async () => (await readBatch(db, batchId)).status === 'COMPLETED', 60_000)
  await killWorker(worker)
  // At least one kill hit validation or processing, not only what follows.
  expect(seen.has('UPLOADED') || seen.has('PROCESSING')).toBe(true)

  const items = await itemsOf(db, batchId)
  const rows = await db.selectFrom('transaction').selectAll().where('type', '=', 'DEBIT').orderBy('reference').execute()
  const sent = items.filter(({ transaction_id }) => transaction_id !== null)
  expect(sent).toHaveLength(valid)
  expect(rows.map((row) => [row.id, row.reference, row.status])).toEqual(
    sent.map((item) => [item.transaction_id, item.reference, item.status]),
  )
  expect(await readBatch(db, batchId)).toMatchObject({ total_items: valid + invalid, invalid_items: invalid })

  const succeeded = rows.filter(({ status }) => status === 'SUCCESS')
  expect(paidByUs(succeeded)).toEqual(await paidBySwitches(simulator))
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

  await jobs.stop()
  await simulator.close()
  await database.close()
})
