import type { wallets } from '@kobo/contract/wallets'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

interface WalletSwitch {
  walletId: string
  status: 'ACTIVE' | 'INACTIVE'
  action: 'wallet.enable' | 'wallet.disable'
}

/** Changes a wallet's status, and rejects a wallet that has it already. Returns the wallet as it was before. */
async function switchWallet(context: WriteContext, { walletId, status, action }: WalletSwitch) {
  const before = await lockWallet(context, walletId)
  if (before.status === status) {
    throw conflict(`The wallet of ${before.account_name} is already ${status === 'ACTIVE' ? 'active' : 'disabled'}`)
  }
  await context.db.updateTable('wallet').set({ status }).where('id', '=', before.id).execute()
  await context.audit({
    action,
    recordType: 'wallet',
    recordId: before.id,
    merchantId: before.merchant_id,
    before: { status: before.status },
    after: { status },
  })
  return before
}

/** Enables a wallet, which can then be debited again. */
export const enableWallet: Handler<typeof wallets.enable> = async ({ walletId }, context) => {
  const wallet = await switchWallet(context, { walletId, status: 'ACTIVE', action: 'wallet.enable' })
  return { message: `The wallet of ${wallet.account_name} was enabled`, data: {} }
}

/** Disables a wallet: every debit after this reply is rejected. Payments already under way are not recalled. */
export const disableWallet: Handler<typeof wallets.disable> = async ({ walletId }, context) => {
  const wallet = await switchWallet(context, { walletId, status: 'INACTIVE', action: 'wallet.disable' })
  return { message: `The wallet of ${wallet.account_name} was disabled`, data: {} }
}

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
