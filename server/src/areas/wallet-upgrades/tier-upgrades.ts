import type { Decidable } from '../../http/decide-once.ts'
import { missingIds } from '../../ledger/wallet-rules.ts'

/** Wallet's request for a higher tier. */
export const tierUpgrades: Decidable<'wallet_upgrade'> = {
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
export function hindranceOf(tier: number, wallet: Papered): string | null {
  const missing = missingIds(tier, wallet)
  return missing && `Tier ${tier} needs ${missing}, which the wallet of ${wallet.account_name} does not have`
}
