import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { uuidv7 } from '../uuid.ts'
import { LedgerRefusal } from './ledger-refusal.ts'
import { isProviderAccount, providerAccountMode } from './provider-accounts.ts'
import { type HoldKind, isBoundByWalletRules, type TransferKind } from './transfer-kinds.ts'
import { checkWalletRules, countDebits, uncountDebit } from './wallet-rules.ts'

/** What one account gains (positive, a credit) or loses (negative, a debit). */
export interface Line {
  accountId: string
  amountKobo: bigint
  /** The transaction in which the holder of this account sees the line. */
  transactionId?: string
}

/** Money that moves at once between accounts; the lines sum to zero. */
export interface Posting {
  mode: Mode
  kind: TransferKind
  reference: string
  /** A kind is posted once for a transaction, or once for a reference where there is none. */
  transactionId: string | null
  /** Whose doing it is; none where only the provider's own accounts move. */
  merchantId: string | null
  at: Date
  lines: readonly Line[]
}

/** Whose hold it is: a transaction holds once, a dispute may hold again after its hold has ended. */
export type HoldOwner = { transactionId: string } | { disputeId: string }

export type Hold = HoldOwner & {
  accountId: string
  merchantId: string
  /** What the money is set aside for; a payout unless it says otherwise. */
  kind?: HoldKind
  amountKobo: bigint
  at: Date
}

export interface Balance {
  bookedKobo: bigint
  availableKobo: bigint
}

/** Moves money. Refuses what would take an account of a customer below zero, and what a wallet may not do. */
export async function post(db: Transaction, posting: Posting): Promise<string> {
  const { mode, kind, at } = posting
  const lines = checkedLines(posting)
  const changes = sumByAccount(lines)
  const ruledAt = isBoundByWalletRules(kind) ? at : undefined
  await changeCustomerBalances(db, { booked: changes, available: changes, mode, ruledAt })
  return await write(db, posting, lines)
}

/** Sets money of a customer aside: less is available, as much is booked. The rules of wallets bind it as its kind says. */
export async function hold(db: Transaction, asked: Hold) {
  const { accountId, merchantId, kind = 'PAYOUT', amountKobo, at } = asked
  const ruledAt = isBoundByWalletRules(kind) ? at : undefined
  await changeCustomerBalances(db, { booked: new Map(), available: new Map([[accountId, -amountKobo]]), ruledAt })
  await db
    .insertInto('hold')
    .values({
      id: uuidv7(at.getTime()),
      account_id: accountId,
      merchant_id: merchantId,
      transaction_id: 'transactionId' in asked ? asked.transactionId : null,
      dispute_id: 'disputeId' in asked ? asked.disputeId : null,
      kind,
      amount_kobo: amountKobo,
      created_at: at.toISOString(),
    })
    .execute()
}

/** Posts what a transaction has held: its lines debit the held account by exactly the held amount. No rule refuses it. */
export async function settle(db: Transaction, posting: Posting & { transactionId: string }): Promise<string> {
  const lines = checkedLines(posting)
  const booked = sumByAccount(lines)
  const held = await openHold(db, posting)
  if (booked.get(held.account_id) !== -held.amount_kobo) throw new Error('A posting must use exactly what was held')
  const available = new Map(booked)
  available.delete(held.account_id)
  await changeCustomerBalances(db, { booked, available, mode: posting.mode })
  await endHold(db, held.id, 'POSTED', posting.at)
  return await write(db, posting, lines)
}

/** Gives back what a transaction or a dispute has held. */
export async function voidHold(db: Transaction, owner: HoldOwner, at: Date): Promise<void> {
  const held = await openHold(db, owner)
  const { account_id: accountId, amount_kobo: amountKobo } = held
  await changeCustomerBalances(db, { booked: new Map(), available: new Map([[accountId, amountKobo]]) })
  // What no rule bound was not counted towards its day.
  if (isBoundByWalletRules(held.kind)) {
    await uncountDebit(db, { accountId, amountKobo, heldAt: new Date(held.created_at) })
  }
  await endHold(db, held.id, 'VOIDED', at)
}

/** The balances of accounts, exact at this instant; on the provider's own accounts nothing is ever held. */
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

/** The lines that move anything; what can never be a posting is refused before anything changes. */
function checkedLines({ lines, mode }: Posting): Line[] {
  const moving = lines.filter(({ amountKobo }) => amountKobo !== 0n)
  if (moving.length === 0) throw new Error('A posting must move something')
  if (moving.reduce((sum, { amountKobo }) => sum + amountKobo, 0n) !== 0n) {
    throw new Error('A posting must sum to zero')
  }
  if (moving.some(({ accountId }) => (providerAccountMode(accountId) ?? mode) !== mode)) throw crossesModes()
  return moving
}

function crossesModes(): Error {
  return new Error('A posting stays within one mode')
}

function sumByAccount(lines: readonly Line[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { accountId, amountKobo } of lines) sums.set(accountId, (sums.get(accountId) ?? 0n) + amountKobo)
  return sums
}

interface BalanceChange {
  booked: ReadonlyMap<string, bigint>
  available: ReadonlyMap<string, bigint>
  mode?: Mode
  /** When it happens, where the rules of wallets apply. */
  ruledAt?: Date | undefined
}

/** Locks the customers' accounts in the order of their ids, so that no two postings wait for each other. */
async function changeCustomerBalances(
  db: Transaction,
  { booked, available, mode, ruledAt }: BalanceChange,
): Promise<void> {
  const ids = [...new Set([...booked.keys(), ...available.keys()])].filter((id) => !isProviderAccount(id)).toSorted()
  if (ids.length === 0) return
  const locked = await db
    .selectFrom('account')
    .select(['id', 'mode', 'kind', 'account_number', 'available_kobo'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length !== ids.length) throw new Error('A posting names an account that does not exist')
  if (mode && locked.some((account) => account.mode !== mode)) throw crossesModes()
  const ofWallets = locked
    .filter(({ kind }) => kind === 'WALLET')
    .map(({ id }) => ({ accountId: id, amountKobo: available.get(id) ?? 0n }))
  const isRuled = ruledAt !== undefined && ofWallets.length > 0
  if (isRuled) await checkWalletRules(db, ofWallets, ruledAt)
  for (const account of locked) {
    const change = available.get(account.id) ?? 0n
    if (change < 0n && account.available_kobo + change < 0n) {
      throw new LedgerRefusal('insufficient_funds', `Account ${account.account_number} does not hold enough money`)
    }
  }
  await sql`
    update account set booked_kobo = booked_kobo + change.booked, available_kobo = available_kobo + change.available
    from unnest(
      ${ids}::uuid[],
      ${ids.map((id) => booked.get(id) ?? 0n)}::bigint[],
      ${ids.map((id) => available.get(id) ?? 0n)}::bigint[]
    ) as change (id, booked, available)
    where account.id = change.id
  `.execute(db)
  // Last, because a caller may go on in the same transaction after a refusal.
  if (isRuled) await countDebits(db, ofWallets, ruledAt)
}

/** Locked, so that of a settlement and a release only one finds it. */
async function openHold(db: Transaction, owner: HoldOwner) {
  const holds = db.selectFrom('hold').select(['id', 'account_id', 'kind', 'amount_kobo', 'created_at'])
  const own =
    'disputeId' in owner
      ? holds.where('dispute_id', '=', owner.disputeId)
      : holds.where('transaction_id', '=', owner.transactionId)
  const held = await own.where('status', '=', 'HELD').forUpdate().executeTakeFirst()
  if (!held) throw new Error('This transaction or dispute holds nothing')
  return held
}

async function endHold(db: Transaction, id: string, status: 'POSTED' | 'VOIDED', at: Date): Promise<void> {
  await db.updateTable('hold').set({ status, ended_at: at.toISOString() }).where('id', '=', id).execute()
}

/** The transfer and its entries; the provider's accounts gain a delta that is folded later, so that nothing waits. */
async function write(db: Transaction, posting: Posting, lines: readonly Line[]): Promise<string> {
  const { mode, kind, reference, transactionId, merchantId, at } = posting
  const id = uuidv7(at.getTime())
  await db
    .insertInto('transfer')
    .values({
      id,
      mode,
      kind,
      reference,
      transaction_id: transactionId,
      merchant_id: merchantId,
      at: at.toISOString(),
    })
    .execute()
  await db
    .insertInto('entry')
    .values(
      lines.map((line, position) => ({
        transfer_id: id,
        position,
        account_id: line.accountId,
        merchant_id: merchantId,
        transaction_id: line.transactionId ?? null,
        at: at.toISOString(),
        amount_kobo: line.amountKobo,
      })),
    )
    .execute()
  const ours = lines.filter(({ accountId }) => isProviderAccount(accountId))
  if (ours.length > 0) {
    await db
      .insertInto('balance_delta')
      .values(
        ours.map(({ accountId, amountKobo }) => ({
          id: uuidv7(at.getTime()),
          account_id: accountId,
          amount_kobo: amountKobo,
        })),
      )
      .execute()
  }
  return id
}
