import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Account holder: a customer's wallet, a store or a terminal, or the merchant itself if neither is set. */
export interface Holder {
  merchantId: string
  walletId: string | null
  /** Account id of a store or a terminal. */
  placeId?: string
}

/** Returns the account of a wallet, a store or a terminal, or the merchant's own account. */
export async function customerAccount(db: Database, { merchantId, walletId, placeId }: Holder) {
  const accounts = db.selectFrom('account').selectAll().where('merchant_id', '=', merchantId)
  if (placeId !== undefined) {
    return await accounts.where('id', '=', placeId).where('kind', 'in', ['STORE', 'TERMINAL']).executeTakeFirst()
  }
  const own =
    walletId === null
      ? accounts.where('kind', '=', sql.lit('MERCHANT'))
      : accounts.where('kind', '=', sql.lit('WALLET')).where('wallet_id', '=', walletId)
  return await own.executeTakeFirst()
}

/** The account's id for a row with these columns: a subquery per kind, since no index serves both kinds at once. */
export function customerAccountId({
  merchantId,
  walletId,
}: Record<'merchantId' | 'walletId', RawBuilder<unknown>>): RawBuilder<string | null> {
  return sql`case when ${walletId} is null
    then (select own.id from account own where own.kind = 'MERCHANT' and own.merchant_id = ${merchantId})
    else (select own.id from account own where own.kind = 'WALLET' and own.wallet_id = ${walletId}) end`
}

interface PaymentRow {
  id: string
  account_id: string | null
  merchant_id: string
  wallet_id: string | null
}

/** Returns account ids by transaction id. Rows of older releases have no `account_id`, so it is looked up. */
export async function payerAccounts(db: Database, rows: readonly PaymentRow[]): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  for (const { id, account_id, merchant_id: merchantId, wallet_id: walletId } of rows) {
    const found = account_id ?? (await customerAccount(db, { merchantId, walletId }))?.id
    if (found === undefined) throw new Error(`Payer account of transaction ${id} not found`)
    accounts.set(id, found)
  }
  return accounts
}
