import { modeOfRow } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { CardRefund } from '../../rails/acquirer.ts'
import type { Line } from '../../ledger/ledger.ts'
import { type ProviderAccount, providerAccount } from '../../ledger/provider-accounts.ts'
import { acquirerLane, acquirerStatusQueryLane, merchantLane } from '../../rails/lanes.ts'
import type { Exchange } from '../../rails/switch.ts'
import { formatNaira } from '../format-naira.ts'
import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { payoutLeg } from '../payouts/payout-leg.ts'
import { floatOf, routeOf } from '../switch-route.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** A refund to the bank account that the payment came from; free of charge. */
export const bankRefundLeg: OutboundLeg = {
  ...payoutLeg,
  labels: { it: 'refund', other: 'The switch' },
  kind: 'REFUND',
  webhooks: { success: 'refund.success', failed: 'refund.failed' },
  creditLines: (row) => creditLine(row, floatOf(row)),
  successTrail: (row, { code, costKobo }) => [
    {
      category: 'PROVIDER_CHARGES_SETTLEMENT',
      log: { code, request: { route: routeOf(row), charge: naira(costKobo) } },
      sentence: `${formatNaira(costKobo)} settled with ${routeOf(row)}`,
    },
    refundTrail(row, code),
  ],
}

/** A refund to a card: the acquirer pays it and deducts it from what it owes us. */
export const cardRefundLeg: OutboundLeg = {
  ...bankRefundLeg,
  labels: { it: 'refund', other: 'The acquirer' },
  lanes: (row) => ({ sending: [acquirerLane, merchantLane(row.merchant_id)], asking: [acquirerStatusQueryLane] }),
  nameEnquiry: null,
  send: async ({ acquirer }, row) => (await acquirer?.refund(refundOf(row))) ?? notConfigured(row),
  ask: async ({ acquirer }, row) => (await acquirer?.askRefund(row.reference)) ?? notConfigured(row),
  creditLines: (row) => creditLine(row, 'CARD_RECEIVABLE'),
  float: () => 'CARD_RECEIVABLE',
  successTrail: (row, { code }) => [refundTrail(row, code)],
}

function refundOf(row: TransactionRow): CardRefund {
  const { reference, amount_kobo: amountKobo } = row
  return { mode: modeOfRow(row), reference, paymentReference: refundedReference(reference), amountKobo }
}

function notConfigured({ reference }: TransactionRow): Exchange {
  return { code: null, request: { reference }, response: null, problem: 'not configured' }
}

function creditLine(row: TransactionRow, account: ProviderAccount): Line[] {
  return [{ accountId: providerAccount(modeOfRow(row), account), amountKobo: row.amount_kobo }]
}

function refundTrail(row: TransactionRow, code: string | null): TrailEntry {
  return {
    category: 'TRANSFER_SUCCESSFUL',
    log: { code, request: { amount: naira(row.amount_kobo), sessionId: row.session_id } },
    sentence: `${formatNaira(row.amount_kobo)} refunded to ${row.beneficiary_name ?? 'the payer'}`,
  }
}

const mark = '/R'

/** Reference of a collection's nth refund. Callers cannot use such a reference for a payment. */
export function refundReference(reference: string, number: number): string {
  return `${reference}${mark}${number}`
}

/** Reference of the collection that such a transaction refunds. */
function refundedReference(reference: string): string {
  const end = reference.lastIndexOf(mark)
  return end === -1 ? reference : reference.slice(0, end)
}
