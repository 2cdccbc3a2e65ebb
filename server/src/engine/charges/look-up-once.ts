import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { isReferencePosted } from '../../ledger/posting.ts'
import { DomainError } from '../../domain-error.ts'
import type { Engine } from '../engine.ts'
import { IdempotencyConflict, conflictMessage } from '../inbound-idempotency.ts'
import { contentHash } from '../content-hash.ts'
import { bvnChargeReference, lookUpBvn } from './look-up-bvn.ts'

interface LookUp {
  mode: Mode
  merchantId: string
  bvn: string
  /** The merchant's reference. */
  reference: string
}

/** Longer than the timeout of a query to the register. */
const leaseMs = 60_000
const reply = z.object({ found: z.boolean() })

/**
 * Looks a BVN up once per merchant reference: stores the request before the register is queried, returns the first response to
 * repeats, and rejects another BVN under the same reference.
 */
export async function lookUpOnce(
  engine: Pick<Engine, 'db' | 'jobs' | 'outside' | 'clock' | 'seal'>,
  lookUp: LookUp,
): Promise<z.output<typeof reply> | { problem: string }> {
  const { db, seal, clock } = engine
  const { mode, merchantId, bvn } = lookUp
  const reference = lookUp.reference.toUpperCase()
  // The keyed hash, since a plain one of an 11-digit number can be reversed by trying all of them. A repeat may come under another secret.
  const hashes = seal.numberHashes(bvn).map((sealed) => contentHash({ bvn: sealed }))
  const request = { mode, merchantId, reference, hashes, at: clock() }
  const earlier = await transact(db, (transaction) => leaseRequest(transaction, request))
  if (earlier) return earlier
  const response = await lookUpBvn(engine, { mode, merchantId, bvn, reference: `${merchantId}-${reference}` })
  const replyJson = 'problem' in response ? null : JSON.stringify({ found: response.found })
  await db
    .updateTable('inbound_call')
    .set({ reply: replyJson, leased_until: null })
    .where('caller', '=', merchantId)
    .where('call', '=', 'look-up')
    .where('reference', '=', reference)
    .execute()
  return 'problem' in response ? { problem: response.problem } : { found: response.found }
}

interface Request {
  mode: Mode
  merchantId: string
  reference: string
  /** The first is stored; an earlier request may have any. */
  hashes: readonly string[]
  at: Date
}

/** Stores the request, or leases an unanswered one again. Returns the stored reply, if any. */
async function leaseRequest(db: Transaction, { mode, merchantId, reference, hashes, at }: Request) {
  const name = { caller: merchantId, call: 'look-up', reference }
  const key = Object.values(name).join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  const leased = { leased_until: new Date(at.getTime() + leaseMs).toISOString() }
  const earlier = await db
    .selectFrom('inbound_call')
    .select(['said_sha256', 'reply', 'leased_until'])
    .where((row) => row.and(name))
    .executeTakeFirst()
  if (!earlier) {
    // Requests are purged eventually, charges never.
    const charge = bvnChargeReference(`${merchantId}-${reference}`)
    if (await isReferencePosted(db, { mode, kind: 'CHARGE', reference: charge })) throw conflictError(reference)
    await db
      .insertInto('inbound_call')
      .values({
        ...name,
        ...leased,
        merchant_id: merchantId,
        said_sha256: hashes[0] ?? '',
        reply: null,
        at: at.toISOString(),
      })
      .execute()
    return null
  }
  if (!hashes.includes(earlier.said_sha256)) throw conflictError(reference)
  if (earlier.reply !== null) return reply.parse(earlier.reply)
  if (earlier.leased_until !== null && new Date(earlier.leased_until) > at) {
    throw new DomainError('conflict', `The look-up ${reference} is still in progress. Try again in a minute`)
  }
  await db
    .updateTable('inbound_call')
    .set(leased)
    .where((row) => row.and(name))
    .execute()
  return null
}

function conflictError(reference: string): IdempotencyConflict {
  return new IdempotencyConflict(conflictMessage(reference))
}
