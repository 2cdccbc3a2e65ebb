import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { LedgerRefusal } from './ledger-refusal.ts'

/** What the accounts of one wallet's holder, its own and its children, gain or lose together at an instant. */
export interface HolderChange {
  walletId: string
  /** Of the account that pays, or else of the one that is paid. */
  accountNumber: string
  /** Whether one of the accounts pays: it may pay another one, so that nothing leaves the holder. */
  isDebit: boolean
  /** Of what is available: less than nothing leaves the holder. */
  amountKobo: bigint
  at: Date
}

/** What was set aside on an account and has not left after all; `at` is when it was set aside. */
interface Released {
  accountId: string
  amountKobo: bigint
  at: Date
}

/** Wallets as they stand, and as one change after the other leaves them. */
export interface WalletStates {
  /** Why a wallet's holder may not do this; undefined where it may. */
  refusalOf(change: HolderChange): LedgerRefusal | undefined
  /** Takes a change as done, so that the next is judged after it; what is set aside stays booked. */
  apply(change: HolderChange, bookedKobo: bigint): void
}

/**
 * What the holders of wallets may do: not pay while the wallet is not active, without the tier's papers or beyond the tier's
 * daily limit, and not receive beyond what the tier may hold. The limits bind the wallet's own account and its child
 * accounts together; what moves between them counts towards neither. The caller has locked the wallets' own accounts.
 */
export async function readWallets(db: Transaction, changes: readonly HolderChange[]): Promise<WalletStates> {
  const rows = await walletRows(db, changes)
  const debited = new Map(rows.map((row) => [dayKey(row.wallet_id, row.day), row.debited_kobo]))
  const wallets = new Map(rows.map((row) => [row.wallet_id, { ...row }]))
  return {
    refusalOf({ walletId, accountNumber, isDebit, amountKobo, at }) {
      const wallet = wallets.get(walletId)
      if (!wallet) return undefined
      const account = `Account ${accountNumber}`
      const debitedKobo = (debited.get(dayKey(walletId, lagosDay(at))) ?? 0n) - amountKobo
      return (
        (isDebit ? debitRefusal(wallet, account) : undefined) ??
        (amountKobo < 0n ? dailyRefusal(wallet, account, debitedKobo) : undefined) ??
        (amountKobo > 0n ? creditRefusal(wallet, account, amountKobo) : undefined)
      )
    },
    apply({ walletId, amountKobo, at }, bookedKobo) {
      const wallet = wallets.get(walletId)
      if (!wallet) return
      wallet.booked_kobo += bookedKobo
      const key = dayKey(walletId, lagosDay(at))
      if (amountKobo < 0n) debited.set(key, (debited.get(key) ?? 0n) - amountKobo)
    },
  }
}

/** Counts what leaves the holders of wallets, or is set aside, towards the day in Lagos, beside each wallet's own account. */
export async function countDebits(db: Transaction, changes: readonly HolderChange[]): Promise<void> {
  const debits = changes.filter(({ amountKobo }) => amountKobo < 0n)
  if (debits.length === 0) return
  await sql`
    insert into wallet_day (account_id, merchant_id, day, debited_kobo)
    select account.id, account.merchant_id, debit.day, sum(debit.amount)
    from unnest(
      ${debits.map(({ walletId }) => walletId)}::uuid[],
      ${debits.map(({ at }) => lagosDay(at))}::date[],
      ${debits.map(({ amountKobo }) => -amountKobo)}::bigint[]
    ) as debit (wallet_id, day, amount)
    join account on account.wallet_id = debit.wallet_id and account.kind = 'WALLET'
    group by account.id, debit.day
    order by account.id, debit.day
    on conflict (account_id, day) do update set debited_kobo = wallet_day.debited_kobo + excluded.debited_kobo,
      merchant_id = excluded.merchant_id
  `.execute(db)
}

/** Gives back to the days on which they were set aside what has not left after all. */
export async function uncountDebits(db: Transaction, released: readonly Released[]): Promise<void> {
  if (released.length === 0) return
  // Releasing money must never fail, though it may have been set aside before days were counted.
  await sql`
    update wallet_day set debited_kobo = greatest(debited_kobo - released.amount, 0)
    from (
      select own.id as account_id, day, sum(amount) as amount
      from unnest(
        ${released.map(({ accountId }) => accountId)}::uuid[],
        ${released.map(({ at }) => lagosDay(at))}::date[],
        ${released.map(({ amountKobo }) => amountKobo)}::bigint[]
      ) as one (account_id, day, amount)
      join account on account.id = one.account_id
      join account own on own.wallet_id = account.wallet_id and own.kind = 'WALLET'
      group by own.id, day
    ) as released
    where wallet_day.account_id = released.account_id and wallet_day.day = released.day
  `.execute(db)
}

/**
 * Locks the wallet's own account for an account that is credited in full, so that whether its holder is above the ceiling
 * afterwards is said of all that comes in at once. It is locked before its child accounts, as debits lock them.
 */
export async function lockHolder(db: Transaction, accountId: string): Promise<void> {
  await sql`
    select from account where id = (
      select own.id from account join account own on own.wallet_id = account.wallet_id and own.kind = 'WALLET'
      where account.id = ${accountId} and account.kind = 'CHILD'
    ) for no key update
  `.execute(db)
}

/** Whether an account's holder has more than the wallet's tier allows: money from outside has arrived, and is taken in full. */
export async function exceedsBalanceLimit(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account join wallet on wallet.id = account.wallet_id join tier_limit on tier_limit.tier = wallet.tier
    where account.id = ${accountId} and balance_kobo < ${heldByHolder}
  `.execute(db)
  return rows.length > 0
}

/** What the accounts of a wallet's holder hold together; two arms, since each kind has an index of its own. */
export const heldByHolder = sql<bigint>`(
  select coalesce(sum(booked_kobo), 0)::bigint from (
    select booked_kobo from account where account.wallet_id = wallet.id and kind = 'WALLET'
    union all
    select booked_kobo from account where account.wallet_id = wallet.id and kind = 'CHILD'
  ) as held)`

/** Whether the numbers are there that a tier needs: a BVN or a NIN for the first, both for the others. */
export function hasPapers(tier: number, { bvn, nin }: { bvn: string | null; nin: string | null }): boolean {
  return tier === 1 ? bvn !== null || nin !== null : bvn !== null && nin !== null
}

/** What a tier needs, as it stands in a sentence. */
function papersOf(tier: number): string {
  return tier === 1 ? 'a BVN or a NIN' : 'both a BVN and a NIN'
}

/** What of it a wallet lacks, likewise; nothing where it has all. */
export function missingIds(tier: number, papers: { bvn: string | null; nin: string | null }): string | null {
  if (hasPapers(tier, papers)) return null
  if (tier === 1 || papers.bvn === papers.nin) return papersOf(tier)
  return papers.bvn === null ? 'a BVN' : 'a NIN'
}

interface WalletRow {
  wallet_id: string
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
async function walletRows(db: Transaction, changes: readonly HolderChange[]): Promise<WalletRow[]> {
  // What is held matters to credits alone, and a debit is what comes most often.
  const isHeldRead = changes.some(({ amountKobo }) => amountKobo > 0n)
  const { rows } = await sql<WalletRow>`
    select distinct wallet.id as wallet_id, change.day, status, wallet.tier, bvn, nin, daily_debit_kobo, balance_kobo,
      coalesce(debited_kobo, 0) as debited_kobo,
      ${isHeldRead ? heldByHolder : sql`0::bigint`} as booked_kobo
    from unnest(
      ${changes.map(({ walletId }) => walletId)}::uuid[], ${changes.map(({ at }) => lagosDay(at))}::date[]
    ) as change (wallet_id, day)
    join wallet on wallet.id = change.wallet_id
    join account own on own.wallet_id = wallet.id and own.kind = 'WALLET'
    join tier_limit on tier_limit.tier = wallet.tier
    left join wallet_day on wallet_day.account_id = own.id and wallet_day.day = change.day
  `.execute(db)
  return rows
}

function dayKey(walletId: string, day: string): string {
  return `${walletId} ${day}`
}

function debitRefusal(wallet: WalletRow, account: string): LedgerRefusal | undefined {
  if (wallet.status !== 'ACTIVE') {
    const state = wallet.status === 'PENDING' ? 'waits to be activated' : 'is disabled'
    return new LedgerRefusal('wallet_disabled', `${account} belongs to a wallet that ${state}`)
  }
  if (!hasPapers(wallet.tier, wallet)) {
    const papers = papersOf(wallet.tier)
    return new LedgerRefusal('post_no_debit', `${account} may not be debited: tier ${wallet.tier} needs ${papers}`)
  }
  return undefined
}

function dailyRefusal(wallet: WalletRow, account: string, debitedKobo: bigint): LedgerRefusal | undefined {
  if (debitedKobo <= wallet.daily_debit_kobo) return undefined
  const message = `${account} would pay more on one day than tier ${wallet.tier} allows its holder`
  return new LedgerRefusal('daily_limit', message)
}

function creditRefusal(wallet: WalletRow, account: string, creditKobo: bigint): LedgerRefusal | undefined {
  if (wallet.balance_kobo === null || wallet.booked_kobo + creditKobo <= wallet.balance_kobo) return undefined
  const message = `${account} would hold more than tier ${wallet.tier} allows its holder`
  return new LedgerRefusal('balance_limit', message)
}
