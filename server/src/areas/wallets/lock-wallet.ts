import type { WriteContext } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/**
 * Locks a wallet and its account, the account first as every posting does: a pending debit ends before the wallet changes, and
 * none begins under the old rules afterwards.
 */
export async function lockWallet(context: WriteContext, walletId: string) {
  const { db } = context
  await db
    .selectFrom('account')
    .select('id')
    .where('wallet_id', '=', walletId)
    .where('kind', '=', 'WALLET')
    .forUpdate()
    .executeTakeFirst()
  return await requireInMode(context, 'wallet', walletId, { lock: true })
}
