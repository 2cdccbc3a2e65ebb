import type { Call } from '@kobo/contract/kit/call'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import type { Seal } from '../seal.ts'
import type { Written } from './handler.ts'
import { conflict, HttpError } from './http-error.ts'
import { sha256Hex } from './signature.ts'

/** Intent of an operator, whose effect must not be repeated. A write has one for its key and one for its signature. */
export interface Intent {
  staffId: string
  call: string
  key: string
  /** The first is stored; an earlier request may have any. */
  contentHashes: ContentHashes
  /** Stored although its reply is secret, so that a request signed without a key runs at most once. */
  isSignature?: true
}

type ContentHashes = readonly [string, ...string[]]

/** Stored in place of the content's hash if a request was cancelled before it took effect. */
const cancelled = 'cancelled'

/** Hashes of a request, keyed because its only unknown may be a password, which is guessed quickly from a plain hash. */
export function hashContent(seal: Seal, content: string): ContentHashes {
  const keyed = seal.macs(`request ${content}`)
  // Servers of the release before, beside which form 1 is used, know the plain hash alone; with form 1 it can be removed.
  const plain = sha256Hex(content)
  return seal.form() === 1 ? [plain, ...keyed] : [...keyed, plain]
}

/** Locks these intents for this transaction; returns false if another one holds any of them. */
export async function areFree(db: Transaction, intents: readonly CancelledIntent[]): Promise<boolean> {
  for (const intent of intents) {
    const name = `${intent.staffId} ${intent.call} ${intent.key}`
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(db)
    if (rows[0]?.free !== true) return false
  }
  return true
}

/** Returns the stored reply to one of these intents if it has succeeded before. */
export async function findReply(db: Database, intents: readonly Intent[]): Promise<Written<Call> | null> {
  for (const intent of intents) {
    const row = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'reply'])
      .where('staff_id', '=', intent.staffId)
      .where('call', '=', intent.call)
      .where('key', '=', intent.key)
      .executeTakeFirst()
    if (!row || intent.contentHashes.map(asSecret).includes(row.body_hash)) continue
    if (row.body_hash === cancelled) {
      throw new HttpError(409, 'request_cancelled', 'This request was cancelled before it took effect')
    }
    if (!intent.contentHashes.includes(row.body_hash)) {
      throw new HttpError(422, 'key_reused', 'This idempotency key was used for another request')
    }
    if (row.reply === null)
      throw conflict('This request was already processed, and its response was not stored. Sign it again')
    const { message, data } = row.reply as { message: string; data: unknown }
    return { message, data }
  }
  return null
}

/** A secret reply is not stored and its request may run again, so its hash is stored in a distinct form. */
function asSecret(hash: string): string {
  return `secret ${hash}`
}

/** Stores a success in the same transaction, of a secret one only the fact. It may be purged after a day. */
export async function storeReply(
  db: Transaction,
  intents: readonly Intent[],
  written: Written<Call>,
  now: Date,
): Promise<void> {
  if (intents.length === 0) return
  const reply = JSON.stringify(written.secret ? null : { message: written.message, data: written.data })
  const rows = intents.map(({ staffId, call, key, contentHashes: [hash], isSignature }) => ({
    staff_id: staffId,
    call,
    key,
    body_hash: written.secret && !isSignature ? asSecret(hash) : hash,
    reply,
    created_at: now.toISOString(),
  }))
  await db
    .insertInto('idempotency')
    .values(rows)
    .onConflict((existing) => existing.columns(['staff_id', 'call', 'key']).doNothing())
    .execute()
}

type CancelledIntent = Pick<Intent, 'staffId' | 'call' | 'key'>

/**
 * Returns whether a request took effect, and its message. One that did not is marked, so that it is rejected if it arrives
 * late; one that is running holds its key's lock until its outcome is committed.
 */
export async function cancelIntent(
  db: Transaction,
  intent: CancelledIntent,
  now: Date,
): Promise<{ tookEffect: boolean; message: string | null }> {
  if (!(await areFree(db, [intent]))) {
    throw new HttpError(409, 'still_running', 'Your earlier request is still in progress')
  }
  const { staffId, call, key } = intent
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'reply'])
    .where('staff_id', '=', staffId)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.body_hash !== cancelled) {
    const reply = row.reply as { message: string } | null
    return { tookEffect: true, message: reply?.message ?? null }
  }
  if (!row) {
    await db
      .insertInto('idempotency')
      .values({ staff_id: staffId, call, key, body_hash: cancelled, reply: 'null', created_at: now.toISOString() })
      .execute()
  }
  return { tookEffect: false, message: null }
}
