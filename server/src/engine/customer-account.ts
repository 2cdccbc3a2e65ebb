import type { Database } from '../db/database.ts'

/** Whose money it is: a customer's wallet, or the merchant's own without one. */
export interface Holder {
  merchantId: string
  walletId: string | null
}

/** The account of a wallet, or a merchant's own. */
export async function customerAccount(db: Database, { merchantId, walletId }: Holder) {
  const accounts = db.selectFrom('account').selectAll().where('merchant_id', '=', merchantId)
  const own = walletId === null ? accounts.where('kind', '=', 'MERCHANT') : accounts.where('wallet_id', '=', walletId)
  return await own.executeTakeFirst()
}
