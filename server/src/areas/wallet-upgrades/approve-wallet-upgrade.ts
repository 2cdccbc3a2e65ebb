import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { decideOnce } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { lockWallet } from '../wallets/lock-wallet.ts'
import { hindranceOf, tierUpgrades } from './tier-upgrades.ts'

/** Approves a request: raises the wallet's tier and activates a wallet that is PENDING. */
export const approveWalletUpgrade: Handler<typeof walletUpgrades.approve> = async ({ requestId }, context) => {
  const decision = { id: requestId, action: 'wallet-upgrade.approve', reason: null, set: { status: 'COMPLETED' } }
  const { name, after } = await decideOnce(context, tierUpgrades, decision, async (request) => {
    const wallet = await lockWallet(context, request.wallet_id)
    const tier = Math.max(wallet.tier, request.requested_tier)
    const hindrance = hindranceOf(tier, wallet)
    if (hindrance !== null) throw unprocessable(hindrance)
    const status = wallet.status === 'PENDING' ? 'ACTIVE' : wallet.status
    await context.db.updateTable('wallet').set({ tier, status }).where('id', '=', wallet.id).execute()
    return {
      name: wallet.account_name,
      before: { tier: wallet.tier, walletStatus: wallet.status },
      after: { tier, walletStatus: status },
    }
  })
  return { message: `The wallet of ${name} is now at tier ${after.tier}`, data: {} }
}
