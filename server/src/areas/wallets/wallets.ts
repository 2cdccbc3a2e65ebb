import { lagosDay } from '@kobo/contract/kit/day'
import type { Input } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { wallets } from '@kobo/contract/wallets'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { accountNumberBegins } from '../../db/text-match.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { maskedNumber, numberOf } from '../../http/display.ts'
import { notFound } from '../../http/http-error.ts'
import { hasPapers, heldByHolder } from '../../ledger/wallet-limits.ts'
import { hasFreeze } from '../../ledger/frozen-accounts.ts'

/** Lists customers' wallets, newest first. Runs three statements. */
export const listWallets: Handler<typeof wallets.list> = async (input, { db, mode }) => {
  const totalTransactions = await countTransactions(db, mode)
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('wallet')
      .leftJoin('account', (join) =>
        join.onRef('account.wallet_id', '=', 'wallet.id').on('account.kind', '=', sql.lit('WALLET')),
      )
      .innerJoin('merchant', 'merchant.id', 'wallet.merchant_id')
      .where('wallet.mode', '=', mode)
      .where(matches(input))
    const shown = matching
      .select(['wallet.id', 'wallet.created_at', 'wallet.account_name', 'wallet.tier', 'wallet.status'])
      .select(['account.account_number', 'account.bank_name', 'merchant.id as merchant_id', 'merchant.business_name'])
      .select(hasWalletFreeze.as('is_frozen'))
      .orderBy('wallet.created_at', 'desc')
      .orderBy('wallet.id', 'desc')
    return { matching, shown }
  })
  return { totalRecords, totalTransactions, wallets: rows.map(asRow) }
}

/** Returns a wallet with its limits and their usage, with personal numbers masked. */
export const walletInfo: Handler<typeof wallets.info> = async ({ walletId }, { db, mode, now, seal }) => {
  const row = await db
    .selectFrom('wallet')
    .innerJoin('merchant', 'merchant.id', 'wallet.merchant_id')
    .innerJoin('tier_limit', 'tier_limit.tier', 'wallet.tier')
    .leftJoin('account', (join) =>
      join.onRef('account.wallet_id', '=', 'wallet.id').on('account.kind', '=', sql.lit('WALLET')),
    )
    .leftJoin('wallet_day', (join) =>
      join.onRef('wallet_day.account_id', '=', 'account.id').on('wallet_day.day', '=', lagosDay(now)),
    )
    .selectAll('wallet')
    .select(['account.account_number', 'account.bank_name', 'merchant.business_name'])
    .select(['account.available_kobo', 'account.booked_kobo'])
    .select(['tier_limit.daily_debit_kobo', 'tier_limit.balance_kobo', 'wallet_day.debited_kobo'])
    .select(heldByHolder.as('held_kobo'))
    .select(hasWalletFreeze.as('is_frozen'))
    .where('wallet.id', '=', walletId)
    .where('wallet.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This wallet'))
  return {
    wallet: {
      ...asRow(row),
      availableBalance: naira(row.available_kobo ?? 0n),
      bookedBalance: naira(row.booked_kobo ?? 0n),
      email: row.email,
      phoneNumber: row.phone_number,
      dateOfBirth: row.date_of_birth,
      bvn: maskedNumber(seal, ...numberOf('wallet', 'bvn', row)),
      nin: maskedNumber(seal, ...numberOf('wallet', 'nin', row)),
      address: row.address,
      city: row.city,
      state: row.state,
      postNoDebit: !hasPapers(row.tier, row),
      limits: {
        dailyDebit: naira(row.daily_debit_kobo),
        debitedToday: naira(row.debited_kobo ?? 0n),
        balance: row.balance_kobo === null ? null : naira(row.balance_kobo),
        held: naira(row.held_kobo),
      },
    },
  }
}

interface ListedWallet {
  id: string
  created_at: string
  account_name: string
  tier: number
  status: string
  account_number: string | null
  bank_name: string | null
  merchant_id: string
  business_name: string
  is_frozen: boolean
}

const hasWalletFreeze = hasFreeze({
  merchantId: sql.ref('wallet.merchant_id'),
  id: sql.ref('wallet.id'),
  walletId: sql.ref('wallet.id'),
})

function asRow(row: ListedWallet) {
  return {
    id: row.id,
    createdAt: row.created_at,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bankName: row.bank_name,
    tier: row.tier,
    status: row.status,
    isFrozen: row.is_frozen,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

type ListQuery = Input<typeof wallets.list>

function matches({ walletId, merchantId, status, tier, accountNumber }: ListQuery): RawBuilder<boolean> {
  const conditions = [sql`true`]
  if (walletId !== undefined) conditions.push(sql`wallet.id = ${walletId}`)
  if (merchantId !== undefined) conditions.push(sql`wallet.merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`wallet.status = ${status}`)
  if (tier !== undefined) conditions.push(sql`wallet.tier = ${Number(tier)}`)
  if (accountNumber !== undefined) conditions.push(accountNumberBegins('account.account_number', accountNumber))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Counts the transactions of all wallets of a mode, from the counters and the deltas not yet folded. */
async function countTransactions(db: Database, mode: Mode): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select coalesce(sum(n), 0)::bigint as n from (
      select n from count_day where mode = ${mode} and scope = 'WALLET' and type = '*' and category = '*'
      union all
      select n from count_delta where mode = ${mode} and scope = 'WALLET'
    ) as counted
  `.execute(db)
  return Number(rows[0]?.n ?? 0n)
}
