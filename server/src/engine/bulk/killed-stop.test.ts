import { startSimulator } from '@kobo/demo/simulator/simulator'
import { expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { openJobs } from '../../jobs/jobs.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { aBatch, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { aDatabase } from '../../testing/database.ts'
import { killWorker, paidBySwitches, paidByUs, startWorker } from '../../testing/killable-worker.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { stopItems } from './stop-batch.ts'
import { lockBatch } from './validate-batch.ts'

const items = 260

it('either sends or stops each item although the worker is killed at that moment', { timeout: 300_000 }, async () => {
  const database = await aDatabase()
  const { db } = database
  const simulator = await startSimulator({ databaseUrl: database.url, behaviour: { latencyMs: 200 } })
  const jobs = await openJobs(database.url, { retryDelaySeconds: 1, expireInSeconds: 3, onError: () => {} })
  const merchant = await aFundedMerchant(db, 1_000_000_000n)
  const { batchId } = await aBatch(db, jobs, merchant, someRows(items))
  const payouts = () => db.selectFrom('transaction').selectAll().where('type', '=', 'DEBIT').orderBy('reference')

  const start = () => startWorker('payout-worker.ts', database.url, simulator.url)
  const killed = await start()
  await eventually(async () => (await payouts().limit(1).execute()).length > 0, 60_000)
  const stop = () =>
    transact(db, async (t) => {
      const batch = await lockBatch(t, batchId)
      return batch ? await stopItems(t, jobs, { batch, reason: 'Wrong file', at: new Date() }) : 0
    })
  const [stoppedItems] = await Promise.all([stop(), killWorker(killed)])
  expect(stoppedItems).toBeGreaterThan(0)
  const last = await start()
  await eventually(async () => (await readBatch(db, batchId)).status === 'COMPLETED', 60_000)
  await killWorker(last)

  const all = await itemsOf(db, batchId)
  const sent = all.filter(({ transaction_id }) => transaction_id !== null)
  const stopped = all.filter(({ status, problem }) => status === 'FAILED' && problem === 'Stopped: Wrong file')
  expect([stopped.length, sent.length + stopped.length]).toEqual([stoppedItems, items])
  const rows = await payouts().execute()
  expect(rows.map(({ id }) => id)).toEqual(sent.map(({ transaction_id }) => transaction_id))
  expect(paidByUs(rows.filter(({ status }) => status === 'SUCCESS'))).toEqual(await paidBySwitches(simulator))
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

  await jobs.stop()
  await simulator.close()
  await database.close()
})
