import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type ChunkedScan, databaseNow, runChunk } from '../db/run-chunk.ts'
import { repairs } from '../ledger/repairs/repairs.ts'

/** Runs repairs to completion, alongside any concurrent runs, and returns a message for each repair. */
export async function runRepairs(db: Database, some: readonly ChunkedScan[] = repairs): Promise<string[]> {
  const repaired: string[] = []
  const requestedAt = await databaseNow(db)
  for (const repair of some) repaired.push(...(await runToEnd(db, repair, requestedAt)))
  return repaired
}

async function runToEnd(db: Database, repair: ChunkedScan, requestedAt: string): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const { state, repaired } = await runChunk(db, repair, requestedAt)
    all.push(...repaired)
    if (state === 'done') return all
    if (state === 'busy') await sleep(10)
  }
}
