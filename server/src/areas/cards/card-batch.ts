import type { Decidable } from '../../http/decide-once.ts'

/** Merchant's request for a batch of cards. */
export const cardBatches: Decidable<'card_batch'> = {
  table: 'card_batch',
  called: 'batch',
  isOpen: ({ status }) => status === 'PENDING',
  decision: ({ status }) => (status === 'ACCEPTED' ? 'approved' : 'declined'),
  merchantId: ({ merchant_id }) => merchant_id,
}
