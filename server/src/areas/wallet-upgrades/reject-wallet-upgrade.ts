import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import type { Handler } from '../../http/handler.ts'
import { decideRequest, lockOpenRequest } from './decide-wallet-upgrade.ts'

/** Rejects a request for a higher tier; the wallet stays as it is. */
export const rejectWalletUpgrade: Handler<typeof walletUpgrades.reject> = async ({ requestId, reason }, context) => {
  const request = await lockOpenRequest(context, requestId)
  await decideRequest(context, request, { status: 'REJECTED', action: 'wallet-upgrade.reject', reason })
  return { message: `The request for tier ${request.requested_tier} was rejected`, data: {} }
}
