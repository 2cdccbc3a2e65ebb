import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../engine/engine.ts'
import type { ItemJob, ItemJobContext } from '../jobs/item-jobs.ts'
import type { Database } from '../db/database.ts'
import { type ChunkedScan, databaseNow, runChunk } from '../db/run-chunk.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { repairs } from '../ledger/repairs/repairs.ts'

/** Jobs that never run, where a test runs the work itself. */
export const idleJobs: Jobs = {
  enqueue: async () => {},
  enqueueAll: async () => {},
  work: async () => {},
  stop: async () => {},
}

/** Processes all items of a job in this process, for `day` if it is daily, and returns their number. */
export async function processItems({ find, process }: ItemJob, day = ''): Promise<number> {
  let processed = 0
  for (let after = ''; ; ) {
    const items = await find(after, day)
    for (const item of items) await process(item, day)
    processed += items.length
    const last = items.at(-1)
    if (last === undefined) return processed
    after = last
  }
}

/** Builds the context in which an engine's item jobs run; it collects errors. */
export function itemJobContext(
  { db, clock }: Pick<Engine, 'db' | 'clock'>,
  errors: unknown[] = [],
): ItemJobContext & { onError: (error: unknown) => void } {
  return { db, clock, onItemError: (error) => errors.push(error), onError: (error) => errors.push(error) }
}

/** Runs repairs to completion, alongside any concurrent runs, and returns a message for each repair. */
export async function runRepairs(db: Database, some: readonly ChunkedScan[] = repairs): Promise<string[]> {
  const repaired: string[] = []
  const requestedAt = await databaseNow(db)
  for (const repair of some) repaired.push(...(await runToEnd(db, repair, requestedAt)))
  return repaired
}

async function runToEnd(db: Database, repair: ChunkedScan, requestedAt: string): Promise<string[]> {
  const statements: string[] = []
  for (;;) {
    const { state, repaired } = await runChunk(db, repair, requestedAt)
    statements.push(...repaired)
    if (state === 'done') return statements
    if (state === 'busy') await sleep(10)
  }
}
