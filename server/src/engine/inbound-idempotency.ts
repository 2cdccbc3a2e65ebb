import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/database.ts'
import { contentHash, isSameContent, type RequestContent } from './inbound/content-hash.ts'

/** Something that is asked from outside under a name that the caller gives it. */
export interface Ask extends RequestContent {
  /** The switch in one mode, or a merchant. */
  caller: string
  call: string
  /** Whatever has the same one is the same ask; another content under it is refused. */
  reference: string
  merchantId: string | null
  at: Date
}

/** A reference that stood for something else before; nothing was done. */
export class IdempotencyConflict extends Error {}

/** Why another content under a reference is refused. */
export function otherwiseUsed(reference: string): string {
  return `${reference} stood for something else before`
}

/** What the same ask was answered before, if it was: for those who have much to do before they ask. */
export async function answeredBefore<S extends z.ZodType>(
  db: Database,
  ask: Pick<Ask, 'caller' | 'call' | 'reference' | 'body' | 'content'>,
  reply: S,
): Promise<z.output<S> | null> {
  const { caller, call, reference } = ask
  const earlier = await db
    .selectFrom('inbound_call')
    .select(['said_sha256', 'reply'])
    .where('caller', '=', caller)
    .where('call', '=', call)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!earlier) return null
  if (!isSameContent(earlier.said_sha256, ask)) throw new IdempotencyConflict(otherwiseUsed(reference))
  return reply.parse(earlier.reply)
}

/**
 * The inbound leg: does what is asked, once, in the caller's transaction, and keeps the answer. Whoever asks again, at once or
 * later, waits for the first and hears what it was answered.
 */
export async function withInboundIdempotency<S extends z.ZodType>(
  db: Transaction,
  ask: Ask,
  reply: S,
  work: () => Promise<z.output<S>>,
): Promise<z.output<S>> {
  const { caller, call, reference } = ask
  const key = `${caller} ${call} ${reference}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const earlier = await answeredBefore(db, ask, reply)
  if (earlier !== null) return earlier
  const answer = await work()
  await db
    .insertInto('inbound_call')
    .values({
      caller,
      call,
      reference,
      merchant_id: ask.merchantId,
      said_sha256: contentHash(ask.body),
      reply: JSON.stringify(answer),
      at: ask.at.toISOString(),
    })
    .execute()
  return answer
}
