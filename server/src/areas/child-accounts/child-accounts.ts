import type { ChildAccount, childAccounts } from '@kobo/contract/child-accounts'
import type { Data, Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { accountNumberBegins, nameMatches } from '../../db/text-match.ts'
import { childStatus } from '../../engine/child-accounts/set-child-status.ts'
import type { Handler, ReadContext } from '../../http/handler.ts'
import { asTotals, type Holding, readPageWithTotals } from '../../db/read-page-with-totals.ts'
import { hasFreeze } from '../../ledger/frozen-accounts.ts'

type OfWallets = typeof childAccounts.walletAccounts
type OfMerchants = typeof childAccounts.merchantAccounts

/** Lists merchants' own child accounts, newest first. */
export const listMerchantChildren: Handler<OfMerchants> = (input, context) => {
  const { merchantId } = input
  const merchantCondition = merchantId === undefined ? sql`` : sql`and account.merchant_id = ${merchantId}`
  return list(sql`account.wallet_id is null ${merchantCondition}`, input, context)
}

/** Lists child accounts of customers' wallets, newest first. */
export const listWalletChildren: Handler<OfWallets> = (input, context) => {
  const { walletId } = input
  const walletCondition = walletId === undefined ? sql`` : sql`and account.wallet_id = ${walletId}`
  return list(sql`account.wallet_id is not null ${walletCondition}`, input, context)
}

async function list(
  isOfHolder: RawBuilder<unknown>,
  { name, status, page, size }: Pick<Input<OfWallets>, 'name' | 'status' | 'page' | 'size'>,
  { db, mode }: ReadContext,
): Promise<Data<OfWallets>> {
  // Literals, so that the planner can match the partial indexes of child accounts.
  const conditions = [sql`account.kind = 'CHILD'`, isOfHolder, sql`account.mode = ${mode}`]
  if (name !== undefined) {
    const number = accountNumberBegins('account.account_number', name)
    conditions.push(sql`(${nameMatches('account.account_name', name)} or ${number})`)
  }
  if (status !== undefined) conditions.push(sql`(account.inactive_since is null) = ${status === 'ACTIVE'}`)
  const matching = sql<AccountRow>`${accounts} where ${sql.join(conditions, sql` and `)}`
  const { totals, rows } = await readPageWithTotals(db, matching, { page, size })
  return { ...asTotals(totals), accounts: rows.map(asAccount) }
}

/** Returns a child account of the operator's mode, or null. */
export async function findAccount({ db, mode }: ReadContext, id: string): Promise<ChildAccount | null> {
  const { rows } = await sql<AccountRow>`
    ${accounts} where account.id = ${id} and account.kind = 'CHILD' and account.mode = ${mode}`.execute(db)
  return rows[0] ? asAccount(rows[0]) : null
}

const accounts = sql`
  select account.id, account.created_at, account.account_name, account_number, bank_name, inactive_since,
    account.merchant_id, business_name, account.wallet_id, wallet.account_name as wallet_name, 1 as accounts,
    booked_kobo as kobo, ${hasFreeze({
      merchantId: sql.ref('account.merchant_id'),
      id: sql.ref('account.id'),
      walletId: sql.ref('account.wallet_id'),
    })} as is_frozen
  from account join merchant on merchant.id = account.merchant_id left join wallet on wallet.id = account.wallet_id`

function asAccount(row: AccountRow): ChildAccount {
  return {
    id: row.id,
    createdAt: row.created_at,
    accountName: row.account_name,
    accountNumber: row.account_number,
    bankName: row.bank_name,
    balance: naira(row.kobo),
    status: childStatus(row),
    isFrozen: row.is_frozen,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    wallet: row.wallet_id === null ? null : { id: row.wallet_id, accountName: row.wallet_name },
  }
}

interface AccountRow extends Holding {
  id: string
  created_at: string
  account_name: string
  account_number: string
  bank_name: string
  inactive_since: string | null
  merchant_id: string
  business_name: string
  wallet_id: string | null
  wallet_name: string | null
  is_frozen: boolean
}
