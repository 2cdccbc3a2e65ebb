import type { OutboundLeg } from './outbound/outbound-leg.ts'
import { payoutLeg } from './payouts/payout-leg.ts'
import { refundLegOf } from './refunds/refund-leg.ts'
import type { TransactionRow } from './transaction-row.ts'

type Outgoing = Pick<TransactionRow, 'category' | 'type' | 'beneficiary_number'>

/** How a transaction goes out; nothing for one that does not. */
export function legOf(row: Outgoing): OutboundLeg | undefined {
  if (row.type !== 'DEBIT') return undefined
  if (row.category === 'REFUND') return refundLegOf(row)
  return row.category === 'BANK_TRANSFER' ? payoutLeg : undefined
}
