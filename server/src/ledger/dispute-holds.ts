import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { uuidv7 } from '../uuid.ts'

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

/** Places the hold of a dispute as far as funds are available, after older disputes. */
export async function holdForDispute(db: Transaction, hold: DisputeHold): Promise<void> {
  await writeHold(db, { ...hold, kind: 'DISPUTE', transactionId: null, amountKobo: 0n })
  await topUpDisputeHolds(db, [hold.accountId])
}

/**
 * Tops up the holds of disputes on these accounts from the available balance, oldest first. Every increase of a customer's
 * balance calls this in the same transaction, after all that has priority was taken.
 */
export async function topUpDisputeHolds(db: Transaction, accountIds: readonly string[]): Promise<void> {
  if (!(await hasShortHold(db, accountIds))) return
  await lockAccounts(db, accountIds)
  // A separate statement, which sees holds committed before the accounts were locked.
  await sql`
    with short as (
      select id, account_id, wanted_kobo - amount_kobo as missing, coalesce(sum(wanted_kobo - amount_kobo) over (
        partition by account_id order by created_at, id rows between unbounded preceding and 1 preceding
      ), 0) as before
      from hold
      where account_id = any(${accountIds}::uuid[]) and status = 'HELD' and amount_kobo < wanted_kobo
    ), taken as (
      select short.id, account_id, least(missing, available_kobo - before)::bigint as more
      from short join account on account.id = account_id
      where available_kobo > before
    ), filled as (
      update hold set amount_kobo = amount_kobo + more from taken where hold.id = taken.id
    )
    update account set available_kobo = available_kobo - more
    from (select account_id, sum(more)::bigint as more from taken group by account_id) as of_account
    where account.id = account_id
  `.execute(db)
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
  const ended = await endHold(db, { disputeId }, at)
  if (ended === null) return
  await changeAvailable(db, ended.accountId, ended.amountKobo)
  await topUpDisputeHolds(db, [ended.accountId])
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
  await writeHold(db, { ...ended, kind: 'REFUND', disputeId: null, transactionId, amountKobo, wantedKobo: null, at })
  await changeAvailable(db, ended.accountId, ended.amountKobo - amountKobo)
  await topUpDisputeHolds(db, [ended.accountId])
}

/** Turns the hold of a refund back into that of its dispute: nothing becomes available in between. */
export async function moveHoldToDispute(
  db: Transaction,
  { disputeId, transactionId, at }: { disputeId: string; transactionId: string; at: Date },
): Promise<bigint> {
  const ended = await endHold(db, { transactionId }, at)
  if (ended === null) throw new Error('This refund has no hold')
  const { amountKobo } = ended
  await writeHold(db, { ...ended, kind: 'DISPUTE', disputeId, transactionId: null, wantedKobo: amountKobo, at })
  return amountKobo
}

async function hasShortHold(db: Transaction, accountIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from hold
    where account_id = any(${accountIds}::uuid[]) and status = 'HELD' and amount_kobo < wanted_kobo limit 1
  `.execute(db)
  return rows.length > 0
}

async function lockAccounts(db: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`select from account where id = any(${accountIds}::uuid[]) order by id for no key update`.execute(db)
}

interface EndedHold {
  accountId: string
  merchantId: string
  amountKobo: bigint
}

/** Locks the account before the hold, in the same order as topping up. */
async function endHold(
  db: Transaction,
  owner: { disputeId: string } | { transactionId: string },
  at: Date,
): Promise<EndedHold | null> {
  const isOfOwner =
    'disputeId' in owner ? sql`dispute_id = ${owner.disputeId}` : sql`transaction_id = ${owner.transactionId}`
  const found = await sql<{
    account_id: string
  }>`select account_id from hold where ${isOfOwner} and status = 'HELD'`.execute(db)
  await lockAccounts(
    db,
    found.rows.map(({ account_id }) => account_id),
  )
  const { rows } = await sql<EndedHold>`
    update hold set status = 'VOIDED', ended_at = ${at.toISOString()} where ${isOfOwner} and status = 'HELD'
    returning account_id as "accountId", merchant_id as "merchantId", amount_kobo as "amountKobo"
  `.execute(db)
  return rows[0] ?? null
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

interface NewHold {
  accountId: string
  merchantId: string
  transactionId: string | null
  disputeId: string | null
  kind: 'DISPUTE' | 'REFUND'
  amountKobo: bigint
  wantedKobo: bigint | null
  at: Date
}

async function writeHold(db: Transaction, hold: NewHold): Promise<void> {
  await db
    .insertInto('hold')
    .values({
      id: uuidv7(hold.at.getTime()),
      account_id: hold.accountId,
      merchant_id: hold.merchantId,
      transaction_id: hold.transactionId,
      dispute_id: hold.disputeId,
      kind: hold.kind,
      amount_kobo: hold.amountKobo,
      wanted_kobo: hold.wantedKobo,
      status: 'HELD',
      created_at: hold.at.toISOString(),
    })
    .execute()
}

async function changeAvailable(db: Transaction, accountId: string, byKobo: bigint): Promise<void> {
  if (byKobo === 0n) return
  await sql`update account set available_kobo = available_kobo + ${byKobo} where id = ${accountId}`.execute(db)
}
