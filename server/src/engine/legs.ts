import type { OutboundLeg } from './outbound/outbound-leg.ts'
import { payoutLeg } from './payouts/payout-leg.ts'
import type { TransactionRow } from './transaction-row.ts'

/** How a transaction goes out; nothing for one that does not. */
export function legOf({ category, type }: Pick<TransactionRow, 'category' | 'type'>): OutboundLeg | undefined {
  return category === 'BANK_TRANSFER' && type === 'DEBIT' ? payoutLeg : undefined
}
