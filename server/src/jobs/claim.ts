import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { uuidv7 } from '../uuid.ts'

interface ClaimOptions {
  /** Time without renewal after which a worker counts as dead. */
  claimMs?: number
  /** Aborts the work on the caller's request. */
  signal?: AbortSignal
}

const usualClaimMs = 30_000

/**
 * Does work that only one worker may do at a time, and returns false if another worker holds the claim. The claim is renewed
 * while the work runs and released at its end; a killed worker's claim expires. The work must stop soon after its signal is
 * aborted, since another worker may begin then.
 */
export async function withClaim(
  db: Kysely<Tables>,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  { claimMs = usualClaimMs, signal }: ClaimOptions = {},
): Promise<boolean> {
  const owner = uuidv7()
  if (!(await acquireClaim(db, name, owner, claimMs))) return false
  const lost = new AbortController()
  const ended = new AbortController()
  const renewing = renewClaim(db, name, { owner, claimMs, lost, ended: ended.signal })
  try {
    await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal)
  } finally {
    ended.abort()
    await renewing
    await db.deleteFrom('job_claim').where('name', '=', name).where('claimed_by', '=', owner).execute()
  }
  return true
}

/** Whether a live worker holds a claim. */
export const isClaimed = (name: string) =>
  sql<boolean>`exists (select from job_claim where name = ${name} and claimed_until >= clock_timestamp())`

/** Uses the database's clock, which all workers share. */
const expiry = (claimMs: number) => sql<string>`clock_timestamp() + ${claimMs} * interval '1 millisecond'`

async function acquireClaim(db: Kysely<Tables>, name: string, owner: string, claimMs: number): Promise<boolean> {
  const until = expiry(claimMs)
  const claimed = await db
    .insertInto('job_claim')
    .values({ name, claimed_by: owner, claimed_until: until })
    .onConflict((other) =>
      other
        .column('name')
        .doUpdateSet({ claimed_by: owner, claimed_until: until })
        .where('job_claim.claimed_until', '<', sql<string>`clock_timestamp()`),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

interface Renewal {
  owner: string
  claimMs: number
  lost: AbortController
  ended: AbortSignal
}

async function renewClaim(db: Kysely<Tables>, name: string, { owner, claimMs, lost, ended }: Renewal): Promise<void> {
  let renewedAt = performance.now()
  for (;;) {
    await sleep(claimMs / 3, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
    const sentAt = performance.now()
    try {
      const renewed = await db
        .updateTable('job_claim')
        .set({ claimed_until: expiry(claimMs) })
        .where('name', '=', name)
        .where('claimed_by', '=', owner)
        .returning('name')
        .executeTakeFirst()
      if (!renewed) return lost.abort()
      renewedAt = sentAt
    } catch {
      // The next renewal may succeed before the claim expires.
      if (performance.now() - renewedAt > claimMs / 2) return lost.abort()
    }
  }
}
