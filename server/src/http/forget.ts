import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

const hourMs = 3_600_000
const replyMs = 24 * hourMs
const challengeMs = 24 * hourMs
const triesMs = 24 * hourMs
const sessionMs = 30 * 24 * hourMs

/** Deletes what has served its time: kept replies, codes and failed tries after a day, sessions a month after their end. */
export async function forgetOldRows(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.deleteFrom('idempotency').where('created_at', '<', before(replyMs)).execute()
  await db.deleteFrom('challenge').where('created_at', '<', before(challengeMs)).execute()
  await db.deleteFrom('sign_in_tries').where('last_at', '<', before(triesMs)).execute()
  await db.deleteFrom('session').where('ends_at', '<', before(sessionMs)).execute()
}
