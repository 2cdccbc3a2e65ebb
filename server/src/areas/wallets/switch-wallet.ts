import type { WriteContext } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { lockWallet } from './lock-wallet.ts'

interface WalletSwitch {
  walletId: string
  status: 'ACTIVE' | 'INACTIVE'
  action: 'wallet.enable' | 'wallet.disable'
}

/** Changes a wallet's status, and rejects a wallet that has it already. Returns the wallet as it was before. */
export async function switchWallet(context: WriteContext, { walletId, status, action }: WalletSwitch) {
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
