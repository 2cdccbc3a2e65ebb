import type { wallets } from '@kobo/contract/wallets'
import type { Handler } from '../../http/handler.ts'
import { switchWallet } from './switch-wallet.ts'

/** Stops a wallet: from this reply on it refuses every debit. What is already on its way is not called back. */
export const disableWallet: Handler<typeof wallets.disable> = async ({ walletId }, context) => {
  const wallet = await switchWallet(context, { walletId, status: 'INACTIVE', action: 'wallet.disable' })
  return { message: `The wallet of ${wallet.account_name} was disabled`, data: {} }
}
