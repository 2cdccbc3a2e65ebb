import { modeOfRow } from '@kobo/contract/kit/mode'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { billerLane, billerStatusQueryLane, merchantLane } from '../../rails/lanes.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { billPaid } from './bill-messages.ts'
import { commissionsOfBills, updateBills } from './update-bills.ts'

/** A bill payment by a merchant or its customer: the biller receives the amount less our commission. */
export const billLeg: OutboundLeg = {
  labels: { it: 'bill payment', other: 'The biller', way: 'Payment to' },
  kind: 'BILL',
  webhooks: { success: 'bill.success', failed: 'bill.failed' },
  lanes: (row) => ({
    sending: [billerLane(billerOf(row)), merchantLane(row.merchant_id)],
    asking: [billerStatusQueryLane(billerOf(row))],
  }),
  nameEnquiry: null,
  send: async ({ billers }, row) => {
    const bill = {
      mode: modeOfRow(row),
      sessionId: row.session_id ?? '',
      biller: billerOf(row),
      customer: row.beneficiary_number ?? '',
      amountKobo: row.amount_kobo,
    }
    return (await billers?.pay(bill)) ?? notConfigured(row)
  },
  ask: async ({ billers }, row) =>
    row.session_id === null ? notConfigured(row) : ((await billers?.ask(row.session_id)) ?? notConfigured(row)),
  creditLines: (row, { kobo, vatKobo } = { kobo: 0n, vatKobo: 0n }) => {
    const mode = modeOfRow(row)
    return [
      { accountId: providerAccount(mode, 'BILLER_FLOAT'), amountKobo: row.amount_kobo - kobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: kobo - vatKobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: vatKobo },
    ]
  },
  commissions: commissionsOfBills,
  float: () => 'BILLER_FLOAT',
  successTrail: (row, { code, commission }) => billPaid(row, code, commission),
  onFinal: updateBills,
}

/** A bill's transaction stores the biller's code in place of the bank code. */
function billerOf({ beneficiary_bank_code }: Pick<TransactionRow, 'beneficiary_bank_code'>): string {
  return beneficiary_bank_code ?? ''
}

function notConfigured({ session_id: sessionId }: TransactionRow): Exchange {
  const problem = sessionId === null ? 'never sent' : 'not configured'
  return { code: null, request: { sessionId }, response: null, problem }
}
