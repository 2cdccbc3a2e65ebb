import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { transactions } from '@kobo/contract/transactions'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { every, everyMerchant } from '../../ledger/counters/scopes.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'

/** Returns balance, value and volume of a wallet, of a merchant and its wallets, or of the whole mode. */
export const transactionAnalytics: Handler<typeof transactions.analytics> = (input, { db, mode }) =>
  withSnapshot(db, async (snapshot) => {
    const { merchantId, walletId } = input
    if (walletId !== undefined) return await ofWallet(snapshot, mode, walletId, merchantId)
    if (merchantId !== undefined) await requireInMode({ db: snapshot, mode }, 'merchant', merchantId)
    const held = await balances(snapshot, mode, merchantId)
    const moved = await successes(snapshot, mode, merchantId)
    return {
      totalBalance: naira(held.own_kobo),
      totalTransactionValue: naira(moved.own_kobo),
      totalTransactionVolume: Number(moved.own),
      totalWallets: Number(held.wallets),
      totalWalletBalance: naira(held.wallets_kobo),
      totalWalletTransactionValue: naira(moved.wallets_kobo),
      totalWalletTransactionVolume: Number(moved.wallets),
    }
  })

async function ofWallet(snapshot: Transaction, mode: Mode, walletId: string, merchantId: string | undefined) {
  const wallet = await snapshot
    .selectFrom('wallet')
    .leftJoin('account', (join) => join.onRef('account.wallet_id', '=', 'wallet.id').on('account.kind', '=', 'WALLET'))
    .select(['wallet.merchant_id', 'account.booked_kobo'])
    .where('wallet.id', '=', walletId)
    .where('wallet.mode', '=', mode)
    .executeTakeFirst()
  if (!wallet || (merchantId !== undefined && merchantId !== wallet.merchant_id)) throw notFound('This wallet')
  const moved = await snapshot
    .selectFrom('transaction')
    .select((eb) => [eb.fn.countAll<bigint>().as('n'), sql<bigint>`coalesce(sum(amount_kobo), 0)::bigint`.as('kobo')])
    .where('mode', '=', mode)
    .where('wallet_id', '=', walletId)
    .where('status', '=', 'SUCCESS')
    .executeTakeFirstOrThrow()
  return {
    totalBalance: naira(wallet.booked_kobo ?? 0n),
    totalTransactionValue: naira(moved.kobo),
    totalTransactionVolume: Number(moved.n),
  }
}

interface Balances {
  /** Booked balances of merchants' own accounts, and of wallets. */
  own_kobo: bigint
  wallets: bigint
  wallets_kobo: bigint
}

async function balances(snapshot: Transaction, mode: Mode, merchantId: string | undefined): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select wallets, wallets_kobo, own_kobo
    from (
      select count(*) as wallets, coalesce(sum(account.booked_kobo), 0)::bigint as wallets_kobo
      from wallet left join account on account.wallet_id = wallet.id and account.kind = 'WALLET'
      where wallet.mode = ${mode} ${merchantId === undefined ? sql`` : sql`and wallet.merchant_id = ${merchantId}`}
    ) as of_wallets, (
      select coalesce(sum(booked_kobo), 0)::bigint as own_kobo from account
      where mode = ${mode} and kind = 'MERCHANT'
        ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`}
    ) as of_merchants
  `.execute(snapshot)
  return single(rows)
}

interface Successes {
  own: bigint
  own_kobo: bigint
  wallets: bigint
  wallets_kobo: bigint
}

/** Number and sum of successful transactions, from the counters and the deltas not yet folded. */
async function successes(snapshot: Transaction, mode: Mode, merchantId: string | undefined): Promise<Successes> {
  const ofMerchant = merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`
  const { rows } = await sql<Successes>`
    select
      coalesce(sum(n_success) filter (where scope = 'MERCHANT'), 0)::bigint as own,
      coalesce(sum(success_kobo) filter (where scope = 'MERCHANT'), 0)::bigint as own_kobo,
      coalesce(sum(n_success) filter (where scope = 'WALLET'), 0)::bigint as wallets,
      coalesce(sum(success_kobo) filter (where scope = 'WALLET'), 0)::bigint as wallets_kobo
    from (
      select scope, n_success, success_kobo
      from count_month
      where mode = ${mode} and type = ${every} and category = ${every} and scope in ('MERCHANT', 'WALLET')
        and merchant_id = ${merchantId ?? everyMerchant}
      union all
      select scope, n_success, success_kobo from count_delta where mode = ${mode} ${ofMerchant}
    ) as counted
  `.execute(snapshot)
  return single(rows)
}

function single<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('The totals query returned no row')
  return row
}
