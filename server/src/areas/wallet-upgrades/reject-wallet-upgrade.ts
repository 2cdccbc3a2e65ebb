import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { decideOnce } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { tierUpgrades } from './tier-upgrades.ts'

/** Rejects a request for a higher tier and leaves the wallet unchanged. */
export const rejectWalletUpgrade: Handler<typeof walletUpgrades.reject> = async ({ requestId, reason }, context) => {
  const decision = { id: requestId, action: 'wallet-upgrade.reject', reason, set: { status: 'REJECTED' } }
  const { tier } = await decideOnce(context, tierUpgrades, decision, async (request) => ({
    tier: request.requested_tier,
  }))
  return { message: `The request for tier ${tier} was rejected`, data: {} }
}
