import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { uuidv7 } from '../uuid.ts'
import { type BalanceChange, canBeRefused, changeBalances, crossesModes } from './change-balances.ts'
import { topUpHolds } from './partial-holds.ts'
import type { LedgerRefusal } from './ledger-refusal.ts'
import type { Line, Posting } from './posting.ts'
import { isProviderAccount, providerAccountMode } from './provider-accounts.ts'
import { freezeScopeOf, type HoldKind, hasWalletLimits, type MovementKind } from './transfer-kinds.ts'
import { uncountDebits } from './wallet-limits.ts'
import { writeTransfers } from './write-transfers.ts'

export type { Line, Posting }

/**
 * Owner of a hold: a transaction holds once, an amount credited to several accounts once on each; a dispute may hold again after
 * its hold has ended.
 */
export type HoldOwner = { transactionId: string } | { disputeId: string }

export type Hold = HoldOwner & {
  accountId: string
  merchantId: string
  /** Purpose of the hold; a payout by default. */
  kind?: HoldKind
  amountKobo: bigint
  at: Date
}

/** A posting of its transaction's hold. */
export type Settling = Posting & { transactionId: string }

/** A hold that ends. */
export interface HoldEnd {
  owner: HoldOwner
  at: Date
}

export interface Balance {
  bookedKobo: bigint
  availableKobo: bigint
}

/** Moves money. Refuses what would take a customer's account below zero or break a wallet rule. */
export async function post(db: Transaction, posting: Posting): Promise<string> {
  const [outcome] = await postAll(db, [posting])
  if (typeof outcome !== 'string') throw outcome
  return outcome
}

/** Applies postings one after the other in one batch; returns the id or refusal of each. A refusal stops no other. */
export async function postAll(db: Transaction, postings: readonly Posting[]): Promise<(string | LedgerRefusal)[]> {
  const checked = postings.map(withoutEmptyLines)
  const changes = checked.map((posting): BalanceChange => {
    const booked = sumByAccount(posting.lines)
    return { booked, available: booked, mode: posting.mode, ...rulesOf(posting) }
  })
  const refusals = await changeBalances(db, changes)
  const accepted = checked.filter((_, index) => !refusals[index])
  const ids = (await writeTransfers(db, accepted)).values()
  return refusals.map((refusal) => refusal ?? ids.next().value ?? '')
}

/** Places a hold: the available balance decreases, the booked one does not. Wallet rules apply according to its kind. */
export async function hold(db: Transaction, held: Hold): Promise<void> {
  const [refusal] = await holdAll(db, [held])
  if (refusal) throw refusal
}

/** Places holds one after the other in one batch; returns the refusal of each, if any. A refusal stops no other. */
export async function holdAll(db: Transaction, holds: readonly Hold[]): Promise<(LedgerRefusal | undefined)[]> {
  const changes = holds.map(({ accountId, kind = 'PAYOUT', amountKobo, at }) => ({
    booked: new Map<string, bigint>(),
    available: new Map([[accountId, -amountKobo]]),
    ...rulesOf({ kind, at }),
  }))
  const refusals = await changeBalances(db, changes)
  const rows = holds
    .filter((_, index) => !refusals[index])
    .map(({ accountId, merchantId, kind = 'PAYOUT', amountKobo, at, ...owner }) => ({
      id: uuidv7(at.getTime()),
      account_id: accountId,
      merchant_id: merchantId,
      transaction_id: 'transactionId' in owner ? owner.transactionId : null,
      dispute_id: 'disputeId' in owner ? owner.disputeId : null,
      kind,
      amount_kobo: amountKobo,
      status: 'HELD',
      created_at: at.toISOString(),
    }))
  await insertRows(db, 'hold', rows)
  return refusals
}

/** Rules that may refuse a movement that begins now. */
function rulesOf({ kind, at }: { kind: MovementKind; at: Date }): Pick<BalanceChange, 'ruledAt' | 'stoppedBy'> {
  const scope = freezeScopeOf(kind)
  return { ...(hasWalletLimits(kind) && { ruledAt: at }), ...(scope && { stoppedBy: { scope, at } }) }
}

/** Posts a transaction's hold: its lines debit the held account by exactly the held amount. No rule refuses it. */
export async function settle(db: Transaction, posting: Settling): Promise<string> {
  const [id = ''] = await settleAll(db, [posting])
  return id
}

/**
 * Posts the holds of some transactions, and their postings between our own accounts. Customers' accounts are updated last, to
 * keep their locks short.
 */
export async function settleAll(
  db: Transaction,
  postings: readonly Settling[],
  own: readonly Posting[] = [],
): Promise<string[]> {
  const checked = postings.map(withoutEmptyLines)
  const ownPostings = own.map(withoutEmptyLines)
  if (ownPostings.some(({ lines }) => lines.some(({ accountId }) => !isProviderAccount(accountId)))) {
    throw new Error('Only provider accounts may change besides the held account')
  }
  const held = await lockHolds(db, checked)
  const changes = checked.map((posting): BalanceChange => {
    const { account_id: payer, amount_kobo: amountKobo } = payerHold(held, posting)
    const booked = sumByAccount(posting.lines)
    if (booked.get(payer) !== -amountKobo) throw new Error('A posting must use exactly the held amount')
    const available = new Map(booked)
    available.delete(payer)
    return { booked, available, mode: posting.mode }
  })
  const mayBeRefused = changes.some(canBeRefused)
  const change = async () => {
    for (const refusal of await changeBalances(db, changes)) if (refusal) throw refusal
  }
  // A posting that also debits other accounts is checked before anything is written, since a caller may continue after a refusal.
  if (mayBeRefused) await change()
  await endHolds(
    db,
    'POSTED',
    checked.map((posting) => ({ id: payerHold(held, posting).id, at: posting.at })),
  )
  const ids = await writeTransfers(db, [...checked, ...ownPostings])
  if (!mayBeRefused) await change()
  return ids.slice(0, checked.length)
}

/** Releases the holds of a transaction or dispute. */
export async function voidHold(db: Transaction, owner: HoldOwner, at: Date): Promise<void> {
  await voidAll(db, [{ owner, at }])
}

/** Releases the holds of some transactions or disputes. */
export async function voidAll(db: Transaction, ends: readonly HoldEnd[]): Promise<void> {
  if (ends.length === 0) return
  const held = await lockHolds(
    db,
    ends.map(({ owner }) => owner),
  )
  const released = ends.flatMap(({ owner, at }) => holdsOf(held, owner).map((row) => ({ ...row, at })))
  await endHolds(db, 'VOIDED', released)
  // Amounts that no rule bound were not counted towards their day's limit.
  const counted = released.filter(({ kind }) => hasWalletLimits(kind))
  await changeBalances(
    db,
    released.map((row) => ({ booked: new Map(), available: new Map([[row.account_id, row.amount_kobo]]) })),
  )
  // Locks accounts before their days, in the same order as debits.
  await uncountDebits(
    db,
    counted.map((row) => ({ accountId: row.account_id, amountKobo: row.amount_kobo, at: new Date(row.created_at) })),
  )
  const accountIds = released.map((row) => row.account_id)
  await topUpHolds(db, accountIds)
}

/** Balances of accounts, exact at this instant; the provider's own accounts have no holds. */
export async function balances(db: Database, accountIds: readonly string[]): Promise<Map<string, Balance>> {
  const { rows } = await sql<{ id: string; booked: bigint; available: bigint }>`
    select id, booked_kobo as booked, available_kobo as available from account where id = any(${accountIds}::uuid[])
    union all
    select id, balance, balance from (
      select id, balance_kobo + coalesce(
        (select sum(amount_kobo) from balance_delta where account_id = provider_account.id), 0)::bigint as balance
      from provider_account where id = any(${accountIds}::uuid[])
    ) as provider
  `.execute(db)
  return new Map(rows.map(({ id, booked, available }) => [id, { bookedKobo: booked, availableKobo: available }]))
}

/** Removes lines of zero; rejects an invalid posting before anything changes. */
function withoutEmptyLines<P extends Posting>(posting: P): P {
  const { mode } = posting
  const lines = posting.lines.filter(({ amountKobo }) => amountKobo !== 0n)
  if (lines.length === 0) throw new Error('A posting must have entries')
  if (lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0n) !== 0n) throw new Error('A posting must sum to zero')
  if (lines.some(({ accountId }) => (providerAccountMode(accountId) ?? mode) !== mode)) throw crossesModes()
  return { ...posting, lines }
}

function sumByAccount(lines: readonly Line[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { accountId, amountKobo } of lines) sums.set(accountId, (sums.get(accountId) ?? 0n) + amountKobo)
  return sums
}

interface HeldRow {
  id: string
  account_id: string
  kind: string
  amount_kobo: bigint
  created_at: string
}

/** Returns the open holds by owner. Locks them, so that of a settlement and a release only one finds them. */
async function lockHolds(db: Transaction, owners: readonly HoldOwner[]): Promise<Map<string, HeldRow[]>> {
  const { rows } = await sql<HeldRow & { owner: string }>`
    select id, coalesce(transaction_id, dispute_id) as owner, account_id, kind, amount_kobo, created_at
    from hold
    where status = 'HELD' and (
      transaction_id = any(${owners.flatMap((owner) => ('transactionId' in owner ? [owner.transactionId] : []))}::uuid[])
      or dispute_id = any(${owners.flatMap((owner) => ('disputeId' in owner ? [owner.disputeId] : []))}::uuid[])
    )
    order by id
    for update
  `.execute(db)
  const byOwner = new Map<string, HeldRow[]>()
  for (const row of rows) byOwner.set(row.owner, [...(byOwner.get(row.owner) ?? []), row])
  return byOwner
}

function holdsOf(held: ReadonlyMap<string, HeldRow[]>, owner: HoldOwner): HeldRow[] {
  const found = held.get('transactionId' in owner ? owner.transactionId : owner.disputeId)
  if (!found) throw new Error('This transaction or dispute has no hold')
  return found
}

/** A posted hold is on the payer's account alone. */
function payerHold(held: ReadonlyMap<string, HeldRow[]>, owner: HoldOwner): HeldRow {
  const [first, second] = holdsOf(held, owner)
  if (!first || second) throw new Error('A posting must use the hold of one account')
  return first
}

async function endHolds(
  db: Transaction,
  status: 'POSTED' | 'VOIDED',
  ends: readonly { id: string; at: Date }[],
): Promise<void> {
  await sql`
    update hold set status = ${status}, ended_at = ending.at
    from unnest(
      ${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ at }) => at.toISOString())}::timestamptz[]
    ) as ending (id, at)
    where hold.id = ending.id
  `.execute(db)
}
