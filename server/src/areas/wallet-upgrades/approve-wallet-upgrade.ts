import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import type { Handler } from '../../http/handler.ts'
import { notFound, refused } from '../../http/refusal.ts'
import { hasPapers, papersOf } from '../../ledger/wallet-rules.ts'
import { lockWallet } from '../wallets/lock-wallet.ts'
import { decideRequest, lockOpenRequest } from './decide-wallet-upgrade.ts'

/** Approves a request: the wallet's tier rises, and one that waited to be activated is active. */
export const approveWalletUpgrade: Handler<typeof walletUpgrades.approve> = async ({ requestId }, context) => {
  const request = await lockOpenRequest(context, requestId)
  const before = await lockWallet(context.db, context.mode, request.wallet_id)
  if (!before) throw notFound('This wallet')
  const tier = Math.max(before.tier, request.requested_tier)
  if (!hasPapers(tier, before)) {
    throw refused(`Tier ${tier} needs ${papersOf(tier)}, which the wallet of ${before.account_name} does not have`)
  }
  const status = before.status === 'PENDING' ? 'ACTIVE' : before.status
  await context.db.updateTable('wallet').set({ tier, status }).where('id', '=', before.id).execute()
  await decideRequest(context, request, {
    status: 'COMPLETED',
    action: 'wallet-upgrade.approve',
    reason: null,
    before: { tier: before.tier, walletStatus: before.status },
    after: { tier, walletStatus: status },
  })
  return { message: `The wallet of ${before.account_name} is now at tier ${tier}`, data: {} }
}
