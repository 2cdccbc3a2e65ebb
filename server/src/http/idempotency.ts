import type { Call } from '@kobo/contract/kit/call'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import type { Written } from './handler.ts'
import { conflict, Refusal } from './refusal.ts'

/** One wish of one person: repeating it must not repeat its effect. A write has those of its key and of its signature. */
export interface Intent {
  staffId: string
  call: string
  key: string
  bodySha256Hex: string
  /** Kept though its answer is secret: what is signed without a key is carried out once at most. */
  isSignature?: true
}

/** Whether nobody carries out any of these intents right now; from then on it is this transaction that does. */
export async function areFree(db: Transaction, intents: readonly Intent[]): Promise<boolean> {
  for (const intent of intents) {
    const name = `${intent.staffId} ${intent.call} ${intent.key}`
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(db)
    if (rows[0]?.free !== true) return false
  }
  return true
}

/** The kept reply to one of these intents, if it has succeeded before. */
export async function findReply(db: Database, intents: readonly Intent[]): Promise<Written<Call> | null> {
  for (const intent of intents) {
    const row = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'reply'])
      .where('staff_id', '=', intent.staffId)
      .where('call', '=', intent.call)
      .where('key', '=', intent.key)
      .executeTakeFirst()
    if (!row) continue
    if (row.body_hash !== intent.bodySha256Hex) {
      throw new Refusal(422, 'key_reused', 'This idempotency key was used for another request')
    }
    if (row.reply === null)
      throw conflict('This call was carried out before, and its answer was not kept. Sign it anew')
    const { message, data } = row.reply as { message: string; data: unknown }
    return { message, data }
  }
  return null
}

/** Keeps a success for the same transaction's commit, or that there was one. A day later it may be forgotten. */
export async function keepReply(
  db: Transaction,
  intents: readonly Intent[],
  written: Written<Call> | null,
  now: Date,
): Promise<void> {
  if (intents.length === 0) return
  const reply = JSON.stringify(written && { message: written.message, data: written.data })
  const rows = intents.map(({ staffId, call, key, bodySha256Hex }) => ({
    staff_id: staffId,
    call,
    key,
    body_hash: bodySha256Hex,
    reply,
    created_at: now.toISOString(),
  }))
  await db
    .insertInto('idempotency')
    .values(rows)
    .onConflict((existing) => existing.columns(['staff_id', 'call', 'key']).doNothing())
    .execute()
}
