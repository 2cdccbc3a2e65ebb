import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

const hourMs = 3_600_000
const replyMs = 24 * hourMs
const challengeMs = 24 * hourMs
const triesMs = 24 * hourMs
const sessionMs = 30 * 24 * hourMs
const inboundMs = 30 * 24 * hourMs
/** Longer than any job that others' keys depend on is tried again. */
const jobKeyMs = 5 * 24 * hourMs
const troubleMs = hourMs
const atOnce = 5_000

/**
 * Deletes what has served its time: kept replies, codes and failed tries after a day, keys of jobs after five, ended sessions and others' calls
 * after a month.
 */
export async function forgetOldRows(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await forget(db, 'idempotency', 'created_at', before(replyMs))
  await forget(db, 'challenge', 'created_at', before(challengeMs))
  await forget(db, 'sign_in_tries', 'last_at', before(triesMs))
  await forget(db, 'session', 'ends_at', before(sessionMs))
  await forget(db, 'inbound_call', 'at', before(inboundMs))
  await forget(db, 'job_key', 'at', before(jobKeyMs))
  await forget(db, 'lane_trouble', 'seen_at', before(troubleMs))
}

/** In pieces, so that no statement is long and no row is locked for long. */
async function forget(db: Kysely<Tables>, table: keyof Tables, column: string, before: string): Promise<void> {
  const [from, at] = [sql.table(table), sql.ref(column)]
  for (let gone = atOnce; gone === atOnce; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from}
      where ctid = any(array(select ctid from ${from} where ${at} < ${before} order by ${at} limit ${atOnce}))`.execute(
      db,
    )
    gone = Number(numAffectedRows)
  }
}
