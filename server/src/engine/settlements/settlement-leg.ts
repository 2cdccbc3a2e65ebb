import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { payoutLeg } from '../payouts/payout-leg.ts'
import { followSettlements } from './update-settlements.ts'

/** A settlement: what was collected leaves through the switch, as a payout does, to the bank of whoever it was collected for. */
export const settlementLeg: OutboundLeg = {
  ...payoutLeg,
  labels: { it: 'settlement', other: 'The switch' },
  kind: 'SETTLEMENT',
  webhooks: null,
  onFinal: followSettlements,
}
