import { databaseNow, runChunk } from '../../db/run-chunk.ts'
import { runInChunks } from '../../jobs/run-in-chunks.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import { repairs } from '../../ledger/repairs/repairs.ts'
import type { Engine } from '../engine.ts'

type OnRepaired = (sentence: string) => void

/**
 * Registers the repair worker and queues a scan for each repair, so data is repaired while the server already accepts requests.
 * Returns a function that stops after the chunk under way.
 */
export async function startRepairs(engine: Engine, onRepaired: OnRepaired): Promise<() => void> {
  const { db, jobs } = engine
  const stopping = new AbortController()
  await jobs.work('repair', (data) => runRepairJob(engine, data, { onRepaired, stopped: stopping.signal }))
  const requestedAt = await databaseNow(db)
  await jobs.enqueueAll(
    db,
    'repair',
    repairs.map(({ name }) => ({ data: { name, requestedAt } })),
  )
  return () => stopping.abort()
}

async function runRepairJob(
  { db, jobs }: Pick<Engine, 'db' | 'jobs'>,
  data: JobKinds['repair'],
  { onRepaired, stopped }: { onRepaired: OnRepaired; stopped: AbortSignal },
): Promise<void> {
  const repair = repairs.find(({ name }) => name === data.name)
  // Queued by an earlier release whose repair no longer exists.
  if (!repair) return
  const runNext = async () => {
    if (stopped.aborted) throw new RetryLaterError('The server is shutting down')
    const { state, repaired } = await runChunk(db, repair, data.requestedAt)
    repaired.forEach(onRepaired)
    if (state === 'busy') throw new RetryLaterError('Another worker processes a chunk of it')
    return state
  }
  await runInChunks(runNext, () => jobs.enqueue(db, 'repair', data))
}
