import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { uuidv7 } from '../uuid.ts'
import { lockAccounts } from './lock-accounts.ts'
import type { HoldKind } from './transfer-kinds.ts'

/** Owner of a hold that may be short of what it wants, and of the refund's hold that one becomes. */
export type PartialHoldOwner = { transactionId: string } | { disputeId: string } | { lienId: string }

interface HoldOf {
  accountId: string
  merchantId: string
  owner: PartialHoldOwner
  kind: HoldKind
  at: Date
}

/** Amount that a dispute or lien is to hold; what is not available is held as funds arrive. */
export type PartialHold = HoldOf & { wantedKobo: bigint }

/** Places a hold as far as funds are available, after older ones. */
export async function placePartialHold(db: Transaction, hold: PartialHold): Promise<void> {
  await writeHold(db, { ...hold, amountKobo: 0n })
  await topUpHolds(db, [hold.accountId])
}

/** Releases the hold of an owner, if any; another one on the same account may have waited for it. */
export async function releasePartialHold(db: Transaction, owner: PartialHoldOwner, at: Date): Promise<void> {
  const ended = await endHold(db, owner, at)
  if (ended !== null) await makeAvailable(db, ended.accountId, ended.amountKobo)
}

/**
 * Tops up the holds of disputes and liens on these accounts from the available balance, oldest first. Every increase of a
 * customer's balance calls this in the same transaction, after all that has priority was taken.
 */
export async function topUpHolds(db: Transaction, accountIds: readonly string[]): Promise<void> {
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

async function hasShortHold(db: Transaction, accountIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from hold
    where account_id = any(${accountIds}::uuid[]) and status = 'HELD' and amount_kobo < wanted_kobo limit 1
  `.execute(db)
  return rows.length > 0
}

interface EndedHold {
  accountId: string
  merchantId: string
  amountKobo: bigint
}

/** Ends the hold of an owner, if any. Locks the account before the hold, in the same order as topping up. */
export async function endHold(db: Transaction, owner: PartialHoldOwner, at: Date): Promise<EndedHold | null> {
  const isOfOwner = ownedBy(owner)
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

function ownedBy(owner: PartialHoldOwner) {
  if ('lienId' in owner) return sql`lien_id = ${owner.lienId}`
  return 'disputeId' in owner ? sql`dispute_id = ${owner.disputeId}` : sql`transaction_id = ${owner.transactionId}`
}

/** Writes a hold of this amount without changing the balance of its account. */
export async function writeHold(
  db: Transaction,
  { owner, ...hold }: HoldOf & { amountKobo: bigint; wantedKobo: bigint | null },
): Promise<void> {
  await db
    .insertInto('hold')
    .values({
      id: uuidv7(hold.at.getTime()),
      account_id: hold.accountId,
      merchant_id: hold.merchantId,
      transaction_id: 'transactionId' in owner ? owner.transactionId : null,
      dispute_id: 'disputeId' in owner ? owner.disputeId : null,
      lien_id: 'lienId' in owner ? owner.lienId : null,
      kind: hold.kind,
      amount_kobo: hold.amountKobo,
      wanted_kobo: hold.wantedKobo,
      status: 'HELD',
      created_at: hold.at.toISOString(),
    })
    .execute()
}

/** Returns an amount to the available balance of an account, and tops up what waited for it. */
export async function makeAvailable(db: Transaction, accountId: string, amountKobo: bigint): Promise<void> {
  if (amountKobo > 0n) {
    await sql`update account set available_kobo = available_kobo + ${amountKobo} where id = ${accountId}`.execute(db)
  }
  await topUpHolds(db, [accountId])
}
