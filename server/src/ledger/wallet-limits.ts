import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { LedgerRefusal } from './ledger-refusal.ts'

/** Net change of the accounts of one wallet's holder, its own and its child accounts, at an instant. */
export interface HolderChange {
  walletId: string
  /** Number of the paying account, or else of the credited one. */
  accountNumber: string
  /** Whether one of the accounts pays: it may pay another one, so that nothing leaves the holder. */
  isDebit: boolean
  /** Change of the available balance: negative if money leaves the holder. */
  amountKobo: bigint
  at: Date
}

/** A hold that was released; `at` is when it was placed. */
interface Released {
  accountId: string
  amountKobo: bigint
  at: Date
}

/** Wallets in their stored state, and after each applied change. */
export interface WalletStates {
  /** Returns the refusal of a change; undefined if it is allowed. */
  refusalOf(change: HolderChange): LedgerRefusal | undefined
  /** Applies a change, so that the next is checked after it; held amounts stay booked. */
  apply(change: HolderChange, bookedKobo: bigint): void
}

/**
 * Reads the rules of wallets: a holder may not pay while the wallet is not active, without the tier's IDs or beyond the tier's
 * daily limit, and may not receive beyond the tier's balance limit. The limits bind the wallet's own account and its child
 * accounts together; transfers between them count towards neither. The caller has locked the wallets' own accounts.
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

/** Counts debits and holds of wallets' holders towards the day in Lagos, on each wallet's own account. */
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

/** Subtracts released amounts from the days on which they were held. */
export async function uncountDebits(db: Transaction, released: readonly Released[]): Promise<void> {
  if (released.length === 0) return
  // A release must never fail, even for holds that were placed before days were counted.
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
 * Locks the wallet's own account before an account is credited in full, so that the check of its holder's balance limit includes
 * all concurrent credits. It is locked before its child accounts, in the same order as debits.
 */
export async function lockHolder(db: Transaction, accountId: string): Promise<void> {
  await sql`
    select from account where id = (
      select own.id from account join account own on own.wallet_id = account.wallet_id and own.kind = 'WALLET'
      where account.id = ${accountId} and account.kind = 'CHILD'
    ) for no key update
  `.execute(db)
}

/** Whether an account's holder exceeds the balance limit of the wallet's tier: inbound money is credited in full. */
export async function exceedsBalanceLimit(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account join wallet on wallet.id = account.wallet_id join tier_limit on tier_limit.tier = wallet.tier
    where account.id = ${accountId} and balance_kobo < ${heldByHolder}
  `.execute(db)
  return rows.length > 0
}

/** Total balance of a wallet's holder; two arms, since each kind has its own index. */
export const heldByHolder = sql<bigint>`(
  select coalesce(sum(booked_kobo), 0)::bigint from (
    select booked_kobo from account where account.wallet_id = wallet.id and kind = 'WALLET'
    union all
    select booked_kobo from account where account.wallet_id = wallet.id and kind = 'CHILD'
  ) as held)`

/** Whether the IDs that a tier needs are present: a BVN or a NIN for the first, both for the others. */
export function hasPapers(tier: number, { bvn, nin }: { bvn: string | null; nin: string | null }): boolean {
  return tier === 1 ? bvn !== null || nin !== null : bvn !== null && nin !== null
}

/** IDs that a tier needs, as part of a sentence. */
function requiredIds(tier: number): string {
  return tier === 1 ? 'a BVN or a NIN' : 'both a BVN and a NIN'
}

/** IDs that a wallet lacks, as part of a sentence; null if it has all. */
export function missingIds(tier: number, ids: { bvn: string | null; nin: string | null }): string | null {
  if (hasPapers(tier, ids)) return null
  if (tier === 1 || ids.bvn === ids.nin) return requiredIds(tier)
  return ids.bvn === null ? 'a BVN' : 'a NIN'
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

/** A separate statement after the lock, so that it sees what was committed while waiting for it. */
async function walletRows(db: Transaction, changes: readonly HolderChange[]): Promise<WalletRow[]> {
  // The booked balance matters to credits alone, and debits are the most frequent.
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
    const state = wallet.status === 'PENDING' ? 'is not activated yet' : 'is disabled'
    return new LedgerRefusal('wallet_disabled', `${account} belongs to a wallet that ${state}`)
  }
  if (!hasPapers(wallet.tier, wallet)) {
    const ids = requiredIds(wallet.tier)
    return new LedgerRefusal('post_no_debit', `${account} cannot be debited: tier ${wallet.tier} requires ${ids}`)
  }
  return undefined
}

function dailyRefusal(wallet: WalletRow, account: string, debitedKobo: bigint): LedgerRefusal | undefined {
  if (debitedKobo <= wallet.daily_debit_kobo) return undefined
  const message = `${account} would exceed the daily limit of tier ${wallet.tier}`
  return new LedgerRefusal('daily_limit', message)
}

function creditRefusal(wallet: WalletRow, account: string, creditKobo: bigint): LedgerRefusal | undefined {
  if (wallet.balance_kobo === null || wallet.booked_kobo + creditKobo <= wallet.balance_kobo) return undefined
  const message = `${account} would exceed the maximum balance of tier ${wallet.tier}`
  return new LedgerRefusal('balance_limit', message)
}
