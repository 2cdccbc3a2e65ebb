import type { wallets } from '@kobo/contract/wallets'
import type { Handler } from '../../http/handler.ts'
import { switchWallet } from './switch-wallet.ts'

/** Enables a wallet, which can then be debited again. */
export const enableWallet: Handler<typeof wallets.enable> = async ({ walletId }, context) => {
  const wallet = await switchWallet(context, { walletId, status: 'ACTIVE', action: 'wallet.enable' })
  return { message: `The wallet of ${wallet.account_name} was enabled`, data: {} }
}
