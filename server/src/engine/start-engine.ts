import { queryAcquirer } from './card-payments/query-acquirer.ts'
import { processBatch } from './bulk/process-batch.ts'
import { validateBatch } from './bulk/validate-batch.ts'
import { payoutsAtOnce } from '../rails/lanes.ts'
import type { Engine } from './engine.ts'
import { openOutbound } from './outbound/outbound.ts'
import { collectCharge } from './charges/charge-event.ts'
import { runSettleJob, runSettleRestJob } from './settlements/settle-merchants.ts'
import { openWebhooks } from './webhooks/open-webhooks.ts'
import { runDueTimesJob } from './work-items/due-times-job.ts'

/** Registers the engine's job handlers. Without a switch, outbound payments and batches stay queued. */
export async function startEngine(engine: Engine): Promise<void> {
  const { jobs, outside } = engine
  const webhooks = openWebhooks(engine)
  await jobs.work('webhook', (data) => webhooks.send(data), { concurrency: 128 })
  await jobs.work('charge', (data) => collectCharge(engine, data), { concurrency: 4 })
  await jobs.work('settle', (data) => runSettleJob(engine, data), { concurrency: 4 })
  await jobs.work('settle-rest', (data) => runSettleRestJob(engine, data))
  await jobs.work('work-due-times', (data) => runDueTimesJob(engine, data))
  if (outside.acquirer !== null)
    await jobs.work('card-question', (data) => queryAcquirer(engine, data), { concurrency: 4 })
  if (outside.switch === null) return
  const outbound = openOutbound(engine)
  await jobs.work('payout', (data) => outbound.work(data), { concurrency: payoutsAtOnce })
  await jobs.work('requery', (data) => outbound.ask(data), { concurrency: 16 })
  await jobs.work('validate-batch', (data) => validateBatch(engine, data), { concurrency: 2 })
  await jobs.work('process-batch', (data) => processBatch(engine, data), { concurrency: 2 })
}
