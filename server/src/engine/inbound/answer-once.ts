import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '../../db/database.ts'

/** Something that is asked from outside under a name that the caller gives it. */
export interface Ask {
  /** The switch in one mode, or a merchant. */
  caller: string
  call: string
  /** Whatever has the same one is the same ask. */
  reference: string
  /** What the ask comes to; another content under the same reference is refused. */
  content: readonly (string | bigint | null)[]
  merchantId: string | null
  at: Date
}

/** A reference that stood for something else before; nothing was done. */
export class AskedOtherwise extends Error {}

/** What the same ask was answered before, if it was: for those who have much to do before they ask. */
export async function answeredBefore<S extends z.ZodType>(
  db: Database,
  ask: Pick<Ask, 'caller' | 'call' | 'reference' | 'content'>,
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
  if (earlier.said_sha256 !== hashOf(ask)) throw new AskedOtherwise(`${reference} stood for something else before`)
  return reply.parse(earlier.reply)
}

function hashOf({ content }: Pick<Ask, 'content'>): string {
  return createHash('sha256').update(content.join('\n')).digest('hex')
}

/**
 * The inbound leg: does what is asked, once, in the caller's transaction, and keeps the answer. Whoever asks again, at once or
 * later, waits for the first and hears what it was answered.
 */
export async function answerOnce<S extends z.ZodType>(
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
      said_sha256: hashOf(ask),
      reply: JSON.stringify(answer),
      at: ask.at.toISOString(),
    })
    .execute()
  return answer
}
