import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Whose money it is: a customer's wallet, or the merchant's own without one. */
export interface Holder {
  merchantId: string
  walletId: string | null
}

/** The account of a wallet, or a merchant's own. */
export async function customerAccount(db: Database, { merchantId, walletId }: Holder) {
  const accounts = db.selectFrom('account').selectAll().where('merchant_id', '=', merchantId)
  const own =
    walletId === null
      ? accounts.where('kind', '=', sql.lit('MERCHANT'))
      : accounts.where('kind', '=', sql.lit('WALLET')).where('wallet_id', '=', walletId)
  return await own.executeTakeFirst()
}

interface Paying {
  id: string
  account_id: string | null
  merchant_id: string
  wallet_id: string | null
}

/** The accounts that pay for transactions, by transaction; rows of older releases do not name theirs. */
export async function payerAccounts(db: Database, rows: readonly Paying[]): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  for (const { id, account_id, merchant_id: merchantId, wallet_id: walletId } of rows) {
    const found = account_id ?? (await customerAccount(db, { merchantId, walletId }))?.id
    if (found === undefined) throw new Error(`The account that pays for transaction ${id} is gone`)
    accounts.set(id, found)
  }
  return accounts
}
