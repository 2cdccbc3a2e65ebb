import { tierApprovalNotice, tierRejectionNotice } from '@kobo/contract/kit/decision-notice'
import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { notifyOfDecision } from '../../engine/decisions/notify-of-decision.ts'
import { decideOnce, type Decidable } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { lockWallet } from '../wallets/wallet-status.ts'
import { missingIds } from '../../ledger/wallet-limits.ts'

/** Wallet's request for a higher tier. */
const tierUpgrades: Decidable<'wallet_upgrade'> = {
  table: 'wallet_upgrade',
  called: 'tier upgrade request',
  isOpen: ({ status }) => status === 'PENDING',
  decision: ({ status }) => (status === 'COMPLETED' ? 'approved' : 'rejected'),
  merchantId: (request) => request.merchant_id,
}

export interface Papered {
  account_name: string
  bvn: string | null
  nin: string | null
}

/** Returns the blocker that keeps a wallet from a tier, or null. */
export function tierBlocker(tier: number, wallet: Papered): string | null {
  const missing = missingIds(tier, wallet)
  return missing && `Tier ${tier} needs ${missing}, which the wallet of ${wallet.account_name} does not have`
}

/** Approves a request: raises the wallet's tier, activates a wallet that is PENDING, and notifies the merchant. */
export const approveWalletUpgrade: Handler<typeof walletUpgrades.approve> = async ({ requestId }, context) => {
  const decision = {
    id: requestId,
    action: 'wallet-upgrade.approve' as const,
    reason: null,
    set: { status: 'COMPLETED' },
  }
  const { name, after } = await decideOnce(context, tierUpgrades, decision, async (request) => {
    const wallet = await lockWallet(context, request.wallet_id)
    const tier = Math.max(wallet.tier, request.requested_tier)
    const blocker = tierBlocker(tier, wallet)
    if (blocker !== null) throw unprocessable(blocker)
    const status = wallet.status === 'PENDING' ? 'ACTIVE' : wallet.status
    await context.db.updateTable('wallet').set({ tier, status }).where('id', '=', wallet.id).execute()
    const walletName = wallet.account_name
    const notified = await notifyOfDecision(context, {
      kind: 'wallet.tier_approved',
      merchantId: request.merchant_id,
      recordId: request.id,
      data: { requestId: request.id, walletId: wallet.id, name: walletName, tier },
      notice: ({ businessName }) => tierApprovalNotice({ businessName, walletName, tier }),
    })
    return {
      name: walletName,
      before: { tier: wallet.tier, walletStatus: wallet.status, notified: null },
      after: { tier, walletStatus: status, notified },
    }
  })
  return { message: `The wallet of ${name} is now at tier ${after.tier}`, data: {} }
}

/** Rejects a request for a higher tier, leaves the wallet unchanged, and notifies the merchant. */
export const rejectWalletUpgrade: Handler<typeof walletUpgrades.reject> = async ({ requestId, reason }, context) => {
  const decision = { id: requestId, action: 'wallet-upgrade.reject' as const, reason, set: { status: 'REJECTED' } }
  const { tier } = await decideOnce(context, tierUpgrades, decision, async (request) => {
    const { requested_tier: requested, wallet_id: walletId, merchant_id: merchantId } = request
    const { account_name: walletName } = await requireInMode(context, 'wallet', walletId)
    const notified = await notifyOfDecision(context, {
      kind: 'wallet.tier_rejected',
      merchantId,
      recordId: request.id,
      data: { requestId: request.id, walletId, name: walletName, tier: requested, reason },
      notice: ({ businessName }) => tierRejectionNotice({ businessName, walletName, tier: requested }, reason),
    })
    return { tier: requested, before: { notified: null }, after: { notified } }
  })
  return { message: `The request for tier ${tier} was rejected`, data: {} }
}
