import type { OutboundLeg } from './outbound/outbound-leg.ts'
import { payoutLeg } from './payouts/payout-leg.ts'
import { settlementLeg } from './settlements/settlement-leg.ts'
import type { TransactionRow } from './transaction-row.ts'

const legs = new Map([
  ['BANK_TRANSFER', payoutLeg],
  ['SETTLEMENT', settlementLeg],
])

/** How a transaction goes out; nothing for one that does not. */
export function legOf({ category, type }: Pick<TransactionRow, 'category' | 'type'>): OutboundLeg | undefined {
  return type === 'DEBIT' ? legs.get(category) : undefined
}
