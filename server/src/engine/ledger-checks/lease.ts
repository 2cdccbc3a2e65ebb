import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

/** For how long a worker that says nothing is taken to live, and how often it says so. */
const leaseSeconds = 60
const renewEveryMs = 15_000

/** The right of one worker to make a check, as long as it renews it. */
export interface Lease {
  holder: string
  /** Gives it up, so that another worker may go on at once. */
  release(): Promise<void>
}

/** Takes a check that has not ended, unless another worker has it and lives; by the database's clock, which all workers share. */
export async function takeLease(db: Database, checkId: string): Promise<Lease | null> {
  const holder = randomUUID()
  const until = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const taken = await db
    .updateTable('ledger_check')
    .set({ holder, held_until: until })
    .where('id', '=', checkId)
    .where('ended_at', 'is', null)
    .where(isFree)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return null
  const own = () => db.updateTable('ledger_check').where('id', '=', checkId).where('holder', '=', holder)
  const timer = setInterval(() => {
    // One that cannot be sent is sent again soon; whoever is silent for long loses the check.
    own()
      .set({ held_until: until })
      .execute()
      .catch(() => {})
  }, renewEveryMs)
  const release = async () => {
    clearInterval(timer)
    await own().set({ holder: null, held_until: null }).execute()
  }
  return { holder, release }
}

/** Whether no worker that lives has a check. */
export const isFree = sql<boolean>`(held_until is null or held_until < clock_timestamp())`
