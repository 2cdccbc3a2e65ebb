import { startSimulator } from '@kobo/demo/simulator/simulator'
import { expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { openJobs } from '../../jobs/jobs.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { aBatch, readBatch, someRows } from '../../testing/batches.ts'
import { aDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { testSeal } from '../../testing/factories.ts'
import { killWorker, paidBySwitches, paidByUs, startWorker } from '../../testing/killable-worker.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { sweepPayouts } from '../requeue-stuck.ts'
import { freezeSubject, liftFreeze } from './freeze-account.ts'

const items = 500

it('stops a batch of 500 at a freeze although the worker is killed, and pays each item once afterwards', {
  timeout: 300_000,
}, async () => {
  const database = await aDatabase()
  const { db } = database
  const simulator = await startSimulator({ databaseUrl: database.url, behaviour: { latencyMs: 100 } })
  const jobs = await openJobs(database.url, { retryDelaySeconds: 1, expireInSeconds: 3, onError: () => {} })
  const merchant = await aFundedMerchant(db, 1_000_000_000n)
  const staffId = await transact(db, someStaff)
  const deps = { jobs, seal: testSeal, clock: () => new Date() }
  const subject = { merchantId: merchant.id }
  const { batchId } = await aBatch(db, jobs, merchant, someRows(items))
  const holds = db.selectFrom('hold').select(({ fn }) => fn.countAll<bigint>().as('n'))
  const countHolds = async () => Number((await holds.executeTakeFirstOrThrow()).n)

  const start = () => startWorker('payout-worker.ts', database.url, simulator.url)
  const killed = await start()
  await eventually(async () => (await countHolds()) > 20, 60_000)
  const order = {
    subject,
    scopes: ['MONEY_OUT' as const],
    reason: 'Theft',
    until: null,
    cancelsWaiting: false,
    staffId,
  }
  const freeze = () =>
    transact(db, async (t) => {
      const { freeze: started } = await freezeSubject(t, deps, 'PRODUCTION', order)
      await auditRow(t, 'freeze.start', ['freeze', started.id], { scopes: started.scopes })
    })
  await Promise.all([freeze(), killWorker(killed)])
  const held = await countHolds()
  expect(held).toBeLessThan(items)

  const second = await start()
  // What was sent runs to completion; nothing else is held.
  const open = db.selectFrom('transaction').select('id').where('status', '=', 'PENDING')
  await eventually(async () => (await open.execute()).length === 0, 60_000)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(await countHolds()).toBe(held)
  await killWorker(second)
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

  await transact(db, (t) => liftFreeze(t, deps, 'PRODUCTION', { subject, endedBy: null }))
  const last = await start()
  // The sweep is due a little later: it leaves young payments alone, whose job may be about to run.
  const later = () => new Date(Date.now() + 180_000)
  await processItems(sweepPayouts({ db, jobs, clock: later }))
  await eventually(async () => (await readBatch(db, batchId)).status === 'COMPLETED', 240_000)
  await killWorker(last)
  const rows = await db.selectFrom('transaction').selectAll().where('type', '=', 'DEBIT').execute()
  expect(rows.map(({ status }) => status)).toEqual(Array<string>(items).fill('SUCCESS'))
  expect(paidByUs(rows)).toEqual(await paidBySwitches(simulator))
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  await jobs.stop()
  await simulator.close()
  await database.close()
})
