import { billLeg } from './bills/bill-leg.ts'
import type { OutboundLeg } from './outbound/outbound-leg.ts'
import { payoutLeg } from './payouts/payout-leg.ts'
import { refundLegOf } from './refunds/refund-leg.ts'
import { settlementLeg } from './settlements/settlement-leg.ts'
import type { TransactionRow } from './transaction-row.ts'

type Outgoing = Pick<TransactionRow, 'category' | 'type' | 'beneficiary_number'>

const legs = new Map<string, (row: Outgoing) => OutboundLeg>([
  ['BANK_TRANSFER', () => payoutLeg],
  ['REFUND', refundLegOf],
  ['SETTLEMENT', () => settlementLeg],
  ['BILL_PAYMENT', () => billLeg],
])

/** Returns the outbound leg of a transaction, or undefined if it is not an outbound payment. */
export function legOf(row: Outgoing): OutboundLeg | undefined {
  return row.type === 'DEBIT' ? legs.get(row.category)?.(row) : undefined
}
