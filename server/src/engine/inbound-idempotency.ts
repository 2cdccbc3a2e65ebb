import { sql } from 'kysely'
import type { z } from 'zod'
import { confirmEarlierCommits } from '../db/confirm-earlier-commits.ts'
import type { Database, Transaction } from '../db/database.ts'
import { contentHash, isSameContent, type RequestContent } from './content-hash.ts'

/** Inbound request that carries a reference chosen by its caller. */
export interface InboundRequest extends RequestContent {
  /** One mode of the switch, the acquirer or the card scheme, or a merchant. */
  caller: string
  call: string
  /** Idempotency key within the caller and call. The same reference with different content is rejected. */
  reference: string
  merchantId: string | null
  at: Date
}

/** A reference was reused with different content; nothing was written. */
export class IdempotencyConflict extends Error {}

/** Message of an `IdempotencyConflict`. */
export function conflictMessage(reference: string): string {
  return `${reference} was already used for a different request`
}

/** Returns the stored reply to an earlier identical request, or null. For callers whose preparation is costly. */
export async function storedReply<S extends z.ZodType>(
  db: Database,
  request: Pick<InboundRequest, 'caller' | 'call' | 'reference' | 'body' | 'content'>,
  reply: S,
): Promise<z.output<S> | null> {
  const { caller, call, reference } = request
  const earlier = await db
    .selectFrom('inbound_call')
    .select(['said_sha256', 'reply'])
    .where('caller', '=', caller)
    .where('call', '=', call)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!earlier) return null
  if (!isSameContent(earlier.said_sha256, request)) throw new IdempotencyConflict(conflictMessage(reference))
  return reply.parse(earlier.reply)
}

/**
 * Runs `work` once per reference, in the caller's transaction, and stores its reply. A repeated or concurrent request waits
 * for the first one and receives the stored reply.
 */
export async function withInboundIdempotency<S extends z.ZodType>(
  db: Transaction,
  request: InboundRequest,
  reply: S,
  work: () => Promise<z.output<S>>,
): Promise<z.output<S>> {
  const { caller, call, reference } = request
  const key = `${caller} ${call} ${reference}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const earlier = await storedReply(db, request, reply)
  if (earlier !== null) {
    await confirmEarlierCommits(db)
    return earlier
  }
  const result = await work()
  await db
    .insertInto('inbound_call')
    .values({
      caller,
      call,
      reference,
      merchant_id: request.merchantId,
      said_sha256: contentHash(request.body),
      reply: JSON.stringify(result),
      at: request.at.toISOString(),
    })
    .execute()
  return result
}
