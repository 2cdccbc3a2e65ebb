import type { Transaction } from '../../db/database.ts'

/**
 * Locks a wallet and its account, the account first as every posting does: a debit that is under way ends before the
 * wallet changes, and none begins under the old rules afterwards. Undefined where the mode has no such wallet.
 */
export async function lockWallet(db: Transaction, mode: string, walletId: string) {
  await db.selectFrom('account').select('id').where('wallet_id', '=', walletId).forUpdate().executeTakeFirst()
  return await db
    .selectFrom('wallet')
    .select(['id', 'merchant_id', 'account_name', 'tier', 'status', 'bvn', 'nin'])
    .where('id', '=', walletId)
    .where('mode', '=', mode)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
