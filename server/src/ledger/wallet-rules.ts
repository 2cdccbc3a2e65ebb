import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { LedgerRefusal } from './ledger-refusal.ts'

/** What an account of a customer gains, or loses, at an instant. */
export interface AccountChange {
  accountId: string
  amountKobo: bigint
  at: Date
}

/** Wallets as they stand, and as one change after the other leaves them. */
export interface WalletStates {
  /** Why a wallet may not do this; undefined where it may. */
  refusalOf(change: AccountChange): LedgerRefusal | undefined
  /** Takes a change as done, so that the next is judged after it; what is set aside stays booked. */
  apply(change: AccountChange, bookedKobo: bigint): void
}

/**
 * What wallets may do: not pay while not active, without the tier's papers or beyond the tier's daily limit, and not
 * receive beyond what the tier may hold. Its child accounts pay where the wallet itself may; the tier's sums are the
 * wallet's own. The caller has locked the accounts; merchants' own accounts have no rules.
 */
export async function readWallets(db: Transaction, changes: readonly AccountChange[]): Promise<WalletStates> {
  const rows = await walletRows(db, changes)
  const debited = new Map(rows.map((row) => [dayKey(row.account_id, row.day), row.debited_kobo]))
  const wallets = new Map(rows.map((row) => [row.account_id, { ...row }]))
  return {
    refusalOf({ accountId, amountKobo, at }) {
      const wallet = wallets.get(accountId)
      if (!wallet) return undefined
      if (amountKobo >= 0n) return creditRefusal(wallet, amountKobo)
      return debitRefusal(wallet, (debited.get(dayKey(accountId, lagosDay(at))) ?? 0n) - amountKobo)
    },
    apply({ accountId, amountKobo, at }, bookedKobo) {
      const wallet = wallets.get(accountId)
      if (!wallet) return
      wallet.booked_kobo += bookedKobo
      const key = dayKey(accountId, lagosDay(at))
      if (amountKobo < 0n) debited.set(key, (debited.get(key) ?? 0n) - amountKobo)
    },
  }
}

/** Counts what leaves wallets, or is set aside, towards the day in Lagos. Merchants' own accounts have no limit. */
export async function countDebits(db: Transaction, changes: readonly AccountChange[]): Promise<void> {
  const debits = changes.filter(({ amountKobo }) => amountKobo < 0n)
  if (debits.length === 0) return
  await sql`
    insert into wallet_day (account_id, merchant_id, day, debited_kobo)
    select account.id, account.merchant_id, debit.day, sum(debit.amount)
    from unnest(
      ${debits.map(({ accountId }) => accountId)}::uuid[],
      ${debits.map(({ at }) => lagosDay(at))}::date[],
      ${debits.map(({ amountKobo }) => -amountKobo)}::bigint[]
    ) as debit (account_id, day, amount)
    join account on account.id = debit.account_id and account.kind = 'WALLET'
    group by account.id, debit.day
    order by account.id, debit.day
    on conflict (account_id, day) do update set debited_kobo = wallet_day.debited_kobo + excluded.debited_kobo,
      merchant_id = excluded.merchant_id
  `.execute(db)
}

/** Gives back to the days on which they were set aside what has not left after all; `at` is when that was. */
export async function uncountDebits(db: Transaction, released: readonly AccountChange[]): Promise<void> {
  if (released.length === 0) return
  // Releasing money must never fail, though it may have been set aside before days were counted.
  await sql`
    update wallet_day set debited_kobo = greatest(debited_kobo - released.amount, 0)
    from (
      select account_id, day, sum(amount) as amount
      from unnest(
        ${released.map(({ accountId }) => accountId)}::uuid[],
        ${released.map(({ at }) => lagosDay(at))}::date[],
        ${released.map(({ amountKobo }) => amountKobo)}::bigint[]
      ) as one (account_id, day, amount)
      group by account_id, day
    ) as released
    where wallet_day.account_id = released.account_id and wallet_day.day = released.day
  `.execute(db)
}

/** Whether a wallet holds more than its tier allows: money from outside has arrived, and is taken in full. */
export async function isAboveCeiling(db: Database, accountId: string): Promise<boolean> {
  const above = await db
    .selectFrom('account')
    .innerJoin('wallet', 'wallet.id', 'account.wallet_id')
    .innerJoin('tier_limit', 'tier_limit.tier', 'wallet.tier')
    .select('account.id')
    .where('account.id', '=', accountId)
    .whereRef('account.booked_kobo', '>', 'tier_limit.balance_kobo')
    .executeTakeFirst()
  return above !== undefined
}

/** Whether the numbers are there that a tier needs: a BVN or a NIN for the first, both for the others. */
export function hasPapers(tier: number, { bvn, nin }: { bvn: string | null; nin: string | null }): boolean {
  return tier === 1 ? bvn !== null || nin !== null : bvn !== null && nin !== null
}

/** What a tier needs, as it stands in a sentence. */
function papersOf(tier: number): string {
  return tier === 1 ? 'a BVN or a NIN' : 'both a BVN and a NIN'
}

/** What of it a wallet lacks, likewise; nothing where it has all. */
export function missingPapers(tier: number, papers: { bvn: string | null; nin: string | null }): string | null {
  if (hasPapers(tier, papers)) return null
  if (tier === 1 || papers.bvn === papers.nin) return papersOf(tier)
  return papers.bvn === null ? 'a BVN' : 'a NIN'
}

interface WalletRow {
  account_id: string
  account_number: string
  kind: string
  day: string
  booked_kobo: bigint
  status: string
  tier: number
  bvn: string | null
  nin: string | null
  daily_debit_kobo: bigint
  balance_kobo: bigint | null
  debited_kobo: bigint
}

/** A statement of its own after the lock, so that it sees what was committed while the lock was waited for. */
async function walletRows(db: Transaction, changes: readonly AccountChange[]): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select distinct account.id as account_id, account_number, account.kind, change.day, booked_kobo, status, wallet.tier, bvn, nin,
      daily_debit_kobo, balance_kobo, coalesce(debited_kobo, 0) as debited_kobo
    from unnest(
      ${changes.map(({ accountId }) => accountId)}::uuid[], ${changes.map(({ at }) => lagosDay(at))}::date[]
    ) as change (account_id, day)
    join account on account.id = change.account_id
    join wallet on wallet.id = account.wallet_id
    join tier_limit on tier_limit.tier = wallet.tier
    left join wallet_day on wallet_day.account_id = account.id and wallet_day.day = change.day
  `.execute(db)
  return rows
}

function dayKey(accountId: string, day: string): string {
  return `${accountId} ${day}`
}

function debitRefusal(wallet: WalletRow, debitedKobo: bigint): LedgerRefusal | undefined {
  const account = `Account ${wallet.account_number}`
  if (wallet.status !== 'ACTIVE') {
    const state = wallet.status === 'PENDING' ? 'waits to be activated' : 'is disabled'
    return new LedgerRefusal('wallet_disabled', `${account} belongs to a wallet that ${state}`)
  }
  if (!hasPapers(wallet.tier, wallet)) {
    const papers = papersOf(wallet.tier)
    return new LedgerRefusal('post_no_debit', `${account} may not be debited: tier ${wallet.tier} needs ${papers}`)
  }
  if (wallet.kind === 'WALLET' && debitedKobo > wallet.daily_debit_kobo) {
    return new LedgerRefusal('daily_limit', `${account} would pay more on one day than tier ${wallet.tier} allows`)
  }
  return undefined
}

function creditRefusal(wallet: WalletRow, creditKobo: bigint): LedgerRefusal | undefined {
  if (
    wallet.kind !== 'WALLET' ||
    wallet.balance_kobo === null ||
    wallet.booked_kobo + creditKobo <= wallet.balance_kobo
  )
    return undefined
  const message = `Account ${wallet.account_number} would hold more than tier ${wallet.tier} allows`
  return new LedgerRefusal('balance_limit', message)
}
