import type { Decidable } from '../../http/decide-once.ts'

/** A wallet's request for a higher tier. */
export const tierUpgrades: Decidable<'wallet_upgrade'> = {
  table: 'wallet_upgrade',
  called: 'tier upgrade request',
  isOpen: ({ status }) => status === 'PENDING',
  decision: ({ status }) => (status === 'COMPLETED' ? 'approved' : 'rejected'),
  merchantId: (request) => request.merchant_id,
}
