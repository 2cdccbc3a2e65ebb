import type { Call } from '@kobo/contract/kit/call'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import type { Written } from './handler.ts'
import { Refusal } from './refusal.ts'

/** One wish of one person: repeating it must not repeat its effect. */
export interface Intent {
  staffId: string
  call: string
  key: string
  bodySha256Hex: string
}

/** Whether nobody carries out this intent right now; from then on it is this transaction that does. */
export async function isFree(db: Transaction, intent: Intent): Promise<boolean> {
  const name = `${intent.staffId} ${intent.call} ${intent.key}`
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(db)
  return rows[0]?.free === true
}

/** The kept reply to this intent, if it has succeeded before. */
export async function findReply(db: Database, intent: Intent): Promise<Written<Call> | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'reply'])
    .where('staff_id', '=', intent.staffId)
    .where('call', '=', intent.call)
    .where('key', '=', intent.key)
    .executeTakeFirst()
  if (!row) return null
  if (row.body_hash !== intent.bodySha256Hex) {
    throw new Refusal(422, 'key_reused', 'This idempotency key was used for another request')
  }
  const { message, data } = row.reply as { message: string; data: unknown }
  return { message, data }
}

/** Keeps a success for the same transaction's commit. A day later it may be forgotten. */
export async function keepReply(db: Transaction, intent: Intent, written: Written<Call>, now: Date): Promise<void> {
  await db
    .insertInto('idempotency')
    .values({
      staff_id: intent.staffId,
      call: intent.call,
      key: intent.key,
      body_hash: intent.bodySha256Hex,
      reply: JSON.stringify({ message: written.message, data: written.data }),
      created_at: now.toISOString(),
    })
    .execute()
}
