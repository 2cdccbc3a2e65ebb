import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { LedgerRefusal } from './ledger-refusal.ts'

/** What an account of a customer is about to gain, or to lose. */
interface AccountChange {
  accountId: string
  amountKobo: bigint
}

/**
 * Refuses what a wallet may not do: pay while it is not active, without its tier's papers or beyond the tier's daily
 * limit, and receive beyond what the tier may hold. Writes nothing; the caller has locked the accounts.
 */
export async function checkWalletRules(db: Transaction, changes: readonly AccountChange[], at: Date): Promise<void> {
  const wallets = new Map((await walletStates(db, changes, at)).map((wallet) => [wallet.account_id, wallet]))
  for (const { accountId, amountKobo } of changes) {
    const wallet = wallets.get(accountId)
    if (!wallet) continue
    if (amountKobo < 0n) checkDebit(wallet, -amountKobo)
    else checkCredit(wallet, amountKobo)
  }
}

/** Counts what leaves wallets, or is set aside, towards the day in Lagos. Merchants' own accounts have no limit. */
export async function countDebits(db: Transaction, changes: readonly AccountChange[], at: Date): Promise<void> {
  const debits = changes.filter(({ amountKobo }) => amountKobo < 0n)
  if (debits.length === 0) return
  await sql`
    insert into wallet_day (account_id, merchant_id, day, debited_kobo)
    select account.id, account.merchant_id, ${lagosDay(at)}, debit.amount
    from unnest(
      ${debits.map(({ accountId }) => accountId)}::uuid[], ${debits.map(({ amountKobo }) => -amountKobo)}::bigint[]
    ) as debit (account_id, amount)
    join account on account.id = debit.account_id and account.kind = 'WALLET'
    on conflict (account_id, day) do update set debited_kobo = wallet_day.debited_kobo + excluded.debited_kobo,
      merchant_id = excluded.merchant_id
  `.execute(db)
}

/** Gives back to the day on which it was set aside what has not left after all. */
export async function uncountDebit(
  db: Transaction,
  { accountId, amountKobo, heldAt }: { accountId: string; amountKobo: bigint; heldAt: Date },
): Promise<void> {
  // Releasing money must never fail, though it may have been set aside before days were counted.
  await sql`
    update wallet_day set debited_kobo = greatest(debited_kobo - ${amountKobo}, 0)
    where account_id = ${accountId} and day = ${lagosDay(heldAt)}
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
export function papersOf(tier: number): string {
  return tier === 1 ? 'a BVN or a NIN' : 'both a BVN and a NIN'
}

interface WalletState {
  account_id: string
  account_number: string
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
async function walletStates(db: Transaction, changes: readonly AccountChange[], at: Date): Promise<WalletState[]> {
  const { rows } = await sql<WalletState>`
    select account.id as account_id, account_number, booked_kobo, status, wallet.tier, bvn, nin,
      daily_debit_kobo, balance_kobo, coalesce(debited_kobo, 0) as debited_kobo
    from account
    join wallet on wallet.id = account.wallet_id
    join tier_limit on tier_limit.tier = wallet.tier
    left join wallet_day on wallet_day.account_id = account.id and day = ${lagosDay(at)}
    where account.id = any(${changes.map(({ accountId }) => accountId)}::uuid[])
  `.execute(db)
  return rows
}

function checkDebit(wallet: WalletState, debitKobo: bigint): void {
  const account = `Account ${wallet.account_number}`
  if (wallet.status !== 'ACTIVE') {
    const state = wallet.status === 'PENDING' ? 'waits to be activated' : 'is disabled'
    throw new LedgerRefusal('wallet_disabled', `${account} belongs to a wallet that ${state}`)
  }
  if (!hasPapers(wallet.tier, wallet)) {
    const papers = papersOf(wallet.tier)
    throw new LedgerRefusal('post_no_debit', `${account} may not be debited: tier ${wallet.tier} needs ${papers}`)
  }
  if (wallet.debited_kobo + debitKobo > wallet.daily_debit_kobo) {
    throw new LedgerRefusal('daily_limit', `${account} would pay more on one day than tier ${wallet.tier} allows`)
  }
}

function checkCredit(wallet: WalletState, creditKobo: bigint): void {
  if (wallet.balance_kobo !== null && wallet.booked_kobo + creditKobo > wallet.balance_kobo) {
    const message = `Account ${wallet.account_number} would hold more than tier ${wallet.tier} allows`
    throw new LedgerRefusal('balance_limit', message)
  }
}
