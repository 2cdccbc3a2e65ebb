import { databaseNow, runChunk } from '../../db/run-chunk.ts'
import { runInChunks } from '../../jobs/run-in-chunks.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import { repairs } from '../../ledger/repairs/repairs.ts'
import type { Engine } from '../engine.ts'

type OnRepaired = (sentence: string) => void

/**
 * Works the repairs, and queues a scan of each: what is wrong is repaired behind a server that is ready already. Returns
 * what stops it after the chunk under way.
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
  // A release before had one that this one has not.
  if (!repair) return
  const runNext = async () => {
    if (stopped.aborted) throw new RetryLaterError('The server stops')
    const { state, repaired } = await runChunk(db, repair, data.requestedAt)
    repaired.forEach(onRepaired)
    if (state === 'busy') throw new RetryLaterError('Another worker processes a chunk of it')
    return state
  }
  await runInChunks(runNext, () => jobs.enqueue(db, 'repair', data))
}
