import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Transaction } from '../../db/database.ts'

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
  const said = createHash('sha256').update(ask.content.join('\n')).digest('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const earlier = await db
    .selectFrom('inbound_call')
    .select(['said_sha256', 'reply'])
    .where('caller', '=', caller)
    .where('call', '=', call)
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (earlier && earlier.said_sha256 !== said) throw new AskedOtherwise(`${reference} stood for something else before`)
  if (earlier) return reply.parse(earlier.reply)
  const answer = await work()
  await db
    .insertInto('inbound_call')
    .values({
      caller,
      call,
      reference,
      merchant_id: ask.merchantId,
      said_sha256: said,
      reply: JSON.stringify(answer),
      at: ask.at.toISOString(),
    })
    .execute()
  return answer
}
