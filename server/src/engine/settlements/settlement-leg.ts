import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { payoutLeg } from '../payouts/payout-leg.ts'
import { followSettlements } from './update-settlements.ts'

/** A settlement: collected funds paid out through the switch to the bank account of the merchant or its subaccount. */
export const settlementLeg: OutboundLeg = {
  ...payoutLeg,
  labels: { it: 'settlement', other: 'The switch' },
  kind: 'SETTLEMENT',
  webhooks: null,
  onFinal: followSettlements,
}
