import type { wallets } from '@kobo/contract/wallets'
import type { Handler } from '../../http/handler.ts'
import { switchWallet } from './switch-wallet.ts'

/** Disables a wallet: every debit after this reply is rejected. Payments already under way are not recalled. */
export const disableWallet: Handler<typeof wallets.disable> = async ({ walletId }, context) => {
  const wallet = await switchWallet(context, { walletId, status: 'INACTIVE', action: 'wallet.disable' })
  return { message: `The wallet of ${wallet.account_name} was disabled`, data: {} }
}
