import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { endHold, makeAvailable, placePartialHold, releasePartialHold, writeHold } from './partial-holds.ts'

/** Amount that a dispute is to hold; what is not available is held as funds arrive. */
export interface DisputeHold {
  disputeId: string
  accountId: string
  merchantId: string
  wantedKobo: bigint
  at: Date
}

/** Amount that a dispute holds now, and the amount it is to hold. */
export interface HeldForDispute {
  accountId: string
  heldKobo: bigint
  wantedKobo: bigint
}

/** Places the hold of a dispute as far as funds are available, after older holds that are short. */
export async function holdForDispute(db: Transaction, { disputeId, ...hold }: DisputeHold): Promise<void> {
  await placePartialHold(db, { ...hold, owner: { disputeId }, kind: 'DISPUTE' })
}

/** Returns the hold of a dispute; null if its review has not started, or it is over. */
export async function heldForDispute(db: Transaction, disputeId: string): Promise<HeldForDispute | null> {
  const { rows } = await sql<HeldForDispute>`
    select account_id as "accountId", amount_kobo as "heldKobo", wanted_kobo as "wantedKobo"
    from hold where dispute_id = ${disputeId} and status = 'HELD'
  `.execute(db)
  return rows[0] ?? null
}

/** Releases the hold of a dispute, if any; another dispute of the same account may have waited for it. */
export async function releaseDispute(db: Transaction, disputeId: string, at: Date): Promise<void> {
  await releasePartialHold(db, { disputeId }, at)
}

/** Turns the hold of a dispute into that of its refund; a surplus is released. */
export async function moveHoldToRefund(
  db: Transaction,
  {
    disputeId,
    transactionId,
    amountKobo,
    at,
  }: { disputeId: string; transactionId: string; amountKobo: bigint; at: Date },
): Promise<void> {
  const ended = await endHold(db, { disputeId }, at)
  if (ended === null || ended.amountKobo < amountKobo) throw new Error('A dispute cannot transfer more than it holds')
  await writeHold(db, { ...ended, owner: { transactionId }, kind: 'REFUND', amountKobo, wantedKobo: null, at })
  await makeAvailable(db, ended.accountId, ended.amountKobo - amountKobo)
}

/** Turns the hold of a refund back into that of its dispute: nothing becomes available in between. */
export async function moveHoldToDispute(
  db: Transaction,
  { disputeId, transactionId, at }: { disputeId: string; transactionId: string; at: Date },
): Promise<bigint> {
  const ended = await endHold(db, { transactionId }, at)
  if (ended === null) throw new Error('This refund has no hold')
  const { amountKobo } = ended
  await writeHold(db, { ...ended, owner: { disputeId }, kind: 'DISPUTE', wantedKobo: amountKobo, at })
  return amountKobo
}

/** Returns the refunds still covered by a hold that came from a dispute: transaction ID to dispute ID. */
export async function disputeFundedRefunds(
  db: Database,
  rows: readonly { id: string; category: string }[],
): Promise<Map<string, string>> {
  const refunds = rows.filter(({ category }) => category === 'REFUND').map(({ id }) => id)
  if (refunds.length === 0) return new Map()
  const found = await db
    .selectFrom('refund')
    .innerJoin('hold', 'hold.transaction_id', 'refund_transaction_id')
    .select(['refund_transaction_id', 'refund.dispute_id'])
    .where('refund_transaction_id', 'in', refunds)
    .where('refund.dispute_id', 'is not', null)
    .where('hold.status', '=', 'HELD')
    .execute()
  return new Map(found.map((row) => [row.refund_transaction_id, row.dispute_id ?? '']))
}
