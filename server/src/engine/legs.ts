import { billLeg } from './bills/bill-leg.ts'
import { updateBatchItems } from './bulk/update-batch-items.ts'
import { updateRefundedDisputes } from './disputes/update-refunded-disputes.ts'
import type { OutboundLeg } from './outbound/outbound-leg.ts'
import { payoutLeg } from './payouts/payout-leg.ts'
import { bankRefundLeg, cardRefundLeg } from './refunds/refund-leg.ts'
import { settlementLeg } from './settlements/settlement-leg.ts'
import type { TransactionRow } from './transaction-row.ts'

type LegKey = Pick<TransactionRow, 'category' | 'type' | 'beneficiary_number'>

// What follows the final state is composed here, since batches create payouts and disputes create refunds.
const payout: OutboundLeg = { ...payoutLeg, onFinal: updateBatchItems }
const bankRefund: OutboundLeg = { ...bankRefundLeg, onFinal: updateRefundedDisputes }
const cardRefund: OutboundLeg = { ...cardRefundLeg, onFinal: updateRefundedDisputes }

const legs = new Map<string, (row: LegKey) => OutboundLeg>([
  ['BANK_TRANSFER', () => payout],
  // A refund to a card has no beneficiary account number.
  ['REFUND', ({ beneficiary_number }) => (beneficiary_number === null ? cardRefund : bankRefund)],
  ['SETTLEMENT', () => settlementLeg],
  ['BILL_PAYMENT', () => billLeg],
])

/** Returns the outbound leg of a transaction, or undefined if it is not an outbound payment. */
export function legOf(row: LegKey): OutboundLeg | undefined {
  return row.type === 'DEBIT' ? legs.get(row.category)?.(row) : undefined
}
