import type { FreezeScope } from '@kobo/contract/kit/freeze'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { frozenAccount, inactiveAccount, LedgerRefusal } from './ledger-refusal.ts'
import { lockAccounts } from './lock-accounts.ts'
import { isProviderAccount } from './provider-accounts.ts'
import { countDebits, type HolderChange, readWallets, type WalletStates } from './wallet-limits.ts'

/** The effect of one member of a group on the balances of accounts. */
export interface BalanceChange {
  booked: ReadonlyMap<string, bigint>
  available: ReadonlyMap<string, bigint>
  mode?: Mode
  /** Instant of an action by the holder: wallet rules apply at it, and inactive accounts cannot pay. */
  ruledAt?: Date
  /** Scope of a freeze that stops it, and its instant. */
  stoppedBy?: { scope: FreezeScope; at: Date }
}

interface Account {
  id: string
  mode: string
  kind: string
  wallet_id: string | null
  account_number: string
  available_kobo: bigint
  inactive_since: string | null
  /** Scopes of freezes of the account itself and of its merchant. */
  frozen_scopes: string[]
  /** When the last freeze of either was lifted. */
  lifted_at: string | null
}

/**
 * Applies members one after the other to the stored balances of customers' accounts, and returns the refusal of each, if any.
 * Accounts are locked in the order of their ids, so that no two groups deadlock, and changed by a later statement.
 */
export async function changeBalances(
  db: Transaction,
  changes: readonly BalanceChange[],
): Promise<(LedgerRefusal | undefined)[]> {
  if (!changes.some(canBeRefused)) {
    const ids = accountIds(changes)
    // One alone is locked by its update.
    if (ids.length > 1) await lockAccounts(db, ids)
    checkAccounts(changes, await applyChanges(db, changes))
    return changes.map(() => undefined)
  }
  const isRuled = changes.some(({ ruledAt, stoppedBy }) => ruledAt !== undefined || stoppedBy !== undefined)
  const accounts = await readAndLockAccounts(db, accountIds(changes), { isRuled })
  checkAccounts(changes, accounts)
  const ruled = changes.flatMap((change) => holderChanges(change, accounts))
  const wallets = ruled.length > 0 ? await readWallets(db, ruled) : null
  const available = new Map(accounts.map((account) => [account.id, account.available_kobo]))
  const refusals = changes.map((change) => checkChange(change, accounts, available, wallets))
  const accepted = changes.filter((_, index) => !refusals[index])
  await applyChanges(db, accepted)
  await countDebits(
    db,
    accepted.flatMap((change) => holderChanges(change, accounts)),
  )
  return refusals
}

/** Whether a change may be refused: by wallet rules or for insufficient funds. */
export function canBeRefused({ available, ruledAt }: BalanceChange): boolean {
  return ruledAt !== undefined || customersIn(available).some(([, change]) => change < 0n)
}

/** Checks a member after those before it, and applies it in memory if it is not refused. */
function checkChange(
  change: BalanceChange,
  accounts: readonly Account[],
  available: Map<string, bigint>,
  wallets: WalletStates | null,
): LedgerRefusal | undefined {
  if (change.ruledAt !== undefined) {
    const inactive = accounts.find(
      (account) => account.inactive_since !== null && (change.available.get(account.id) ?? 0n) < 0n,
    )
    if (inactive) return new LedgerRefusal('account_inactive', inactiveAccount(inactive.account_number))
  }
  const frozen = frozenPayer(change, accounts)
  if (frozen) return new LedgerRefusal('frozen', frozenAccount(frozen.account_number))
  const ruled = holderChanges(change, accounts)
  for (const holderChange of ruled) {
    const refusal = wallets?.refusalOf(holderChange)
    if (refusal) return refusal
  }
  for (const account of accounts) {
    const amountKobo = change.available.get(account.id) ?? 0n
    if (amountKobo < 0n && (available.get(account.id) ?? 0n) + amountKobo < 0n) {
      return new LedgerRefusal('insufficient_funds', `Account ${account.account_number} has insufficient funds`)
    }
  }
  for (const [id, amountKobo] of change.available) available.set(id, (available.get(id) ?? 0n) + amountKobo)
  for (const holderChange of ruled)
    wallets?.apply(holderChange, sumOver(change.booked, accountsOf(holderChange.walletId, accounts)))
  return undefined
}

/**
 * Returns the payer that a freeze stops. An instant up to the lifting counts as frozen, however long the member waited for its
 * locks, so that nothing ever begins inside a freeze. Money in a terminal still reaches its store.
 */
function frozenPayer({ available, stoppedBy }: BalanceChange, accounts: readonly Account[]): Account | undefined {
  if (stoppedBy === undefined) return undefined
  const { scope, at } = stoppedBy
  const isFrozen = ({ frozen_scopes, lifted_at }: Account) =>
    frozen_scopes.includes(scope) || (lifted_at !== null && Date.parse(lifted_at) >= at.getTime())
  const holdersOf = ({ id, wallet_id }: Account) =>
    accounts.filter((account) => account.id === id || (account.kind === 'WALLET' && account.wallet_id === wallet_id))
  return accounts.find(
    (account) =>
      account.kind !== 'TERMINAL' && (available.get(account.id) ?? 0n) < 0n && holdersOf(account).some(isFrozen),
  )
}

/** A member's effect on the holders of wallets, if wallet rules apply to it. */
function holderChanges({ available, booked, ruledAt }: BalanceChange, accounts: readonly Account[]): HolderChange[] {
  if (ruledAt === undefined) return []
  const touched = accounts.filter(({ id }) => available.has(id) || booked.has(id))
  const walletIds = new Set(touched.flatMap(({ wallet_id }) => wallet_id ?? []))
  return [...walletIds].map((walletId) => {
    const own = accountsOf(walletId, touched)
    const payer = own.find(({ id }) => (available.get(id) ?? 0n) < 0n)
    return {
      walletId,
      accountNumber: (payer ?? own[0])?.account_number ?? '',
      isDebit: payer !== undefined,
      amountKobo: sumOver(available, own),
      at: ruledAt,
    }
  })
}

function accountsOf(walletId: string, accounts: readonly Account[]): Account[] {
  return accounts.filter(({ wallet_id }) => wallet_id === walletId)
}

function sumOver(amounts: ReadonlyMap<string, bigint>, accounts: readonly Account[]): bigint {
  return accounts.reduce((sum, { id }) => sum + (amounts.get(id) ?? 0n), 0n)
}

/**
 * Under wallet rules and freezes a child account's wallet is locked too, so that its holder's limits are used serially. The share
 * of the merchant's row makes a freeze wait for this transaction, and this transaction see the freeze.
 */
async function readAndLockAccounts(
  db: Transaction,
  ids: readonly string[],
  { isRuled }: { isRuled: boolean },
): Promise<Account[]> {
  if (ids.length === 0) return []
  const lockedIds = isRuled ? sql`with_own_accounts(${ids}::uuid[])` : sql`${ids}::uuid[]`
  const { rows } = await sql<Account>`
    select account.id, account.mode, kind, wallet_id, account_number, available_kobo, inactive_since,
      account.frozen_scopes || merchant.frozen_scopes as frozen_scopes,
      greatest(account.freeze_lifted_at, merchant.freeze_lifted_at) as lifted_at
    from account join merchant on merchant.id = account.merchant_id
    where account.id = any(${lockedIds}) order by account.id
    for no key update of account for key share of merchant
  `.execute(db)
  return rows
}

/**
 * Applies the sums of all members, one update per account; returns the accounts that exist. The transaction has locked several by an
 * earlier statement: one that locked and updated would lock the latest version of a row but update the one in its snapshot, and wait
 * there for another transaction that waits for it.
 */
async function applyChanges(
  db: Transaction,
  changes: readonly BalanceChange[],
): Promise<Pick<Account, 'id' | 'mode'>[]> {
  const ids = accountIds(changes)
  if (ids.length === 0) return []
  const booked = sumsByAccount(changes.map((change) => change.booked))
  const available = sumsByAccount(changes.map((change) => change.available))
  const { rows } = await sql<Pick<Account, 'id' | 'mode'>>`
    update account set booked_kobo = booked_kobo + change.booked, available_kobo = available_kobo + change.available
    from unnest(
      ${ids}::uuid[],
      ${ids.map((id) => booked.get(id) ?? 0n)}::bigint[],
      ${ids.map((id) => available.get(id) ?? 0n)}::bigint[]
    ) as change (id, booked, available)
    where account.id = change.id
    returning account.id, account.mode
  `.execute(db)
  return rows
}

function sumsByAccount(balances: readonly ReadonlyMap<string, bigint>[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const amounts of balances) {
    for (const [id, amountKobo] of amounts) sums.set(id, (sums.get(id) ?? 0n) + amountKobo)
  }
  return sums
}

/** Rejects a posting to an account that does not exist or is of the other mode. */
function checkAccounts(changes: readonly BalanceChange[], accounts: readonly Pick<Account, 'id' | 'mode'>[]): void {
  const modes = new Map(accounts.map(({ id, mode }) => [id, mode]))
  for (const { booked, available, mode } of changes) {
    for (const [id] of customersIn(booked, available)) {
      if (!modes.has(id)) throw new Error('A posting names an account that does not exist')
      if (mode && modes.get(id) !== mode) throw crossesModes()
    }
  }
}

function accountIds(changes: readonly BalanceChange[]): string[] {
  const ids = changes.flatMap(({ booked, available }) => customersIn(booked, available).map(([id]) => id))
  return [...new Set(ids)].toSorted()
}

/** Balances of the provider's own accounts are changed through deltas: see `writeTransfers`. */
function customersIn(...balances: ReadonlyMap<string, bigint>[]): [id: string, amountKobo: bigint][] {
  return balances.flatMap((amounts) => [...amounts]).filter(([id]) => !isProviderAccount(id))
}

/** Error for a posting across production and sandbox. */
export function crossesModes(): Error {
  return new Error('A posting must stay within one mode')
}
