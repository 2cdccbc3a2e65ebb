import { modeOfRow } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { bankLane, merchantLane, statusQueryLane } from '../../rails/lanes.ts'
import type { ExternalServices } from '../../rails/external-services.ts'
import { newSessionId } from '../../rails/session-id.ts'
import type { Exchange, NameEnquiry, Switch, Transfer } from '../../rails/switch.ts'
import { formatNaira } from '../format-naira.ts'
import type { OutboundLeg } from '../outbound/outbound-leg.ts'
import { floatOf, routeOf, switchCode } from '../switch-route.ts'
import { chargesOf, type TransactionRow } from '../transaction-row.ts'

/** A payout by a merchant or its customer through the switch to a bank account. */
export const payoutLeg: OutboundLeg = {
  labels: { it: 'payout', other: 'The switch' },
  kind: 'PAYOUT',
  webhooks: { success: 'transfer.success', failed: 'transfer.failed' },
  lanes: (row) => {
    const [route, bankCode, mode] = [routeOf(row), row.beneficiary_bank_code ?? '', modeOfRow(row)]
    return {
      sending: [bankLane(route, bankCode, mode), merchantLane(row.merchant_id)],
      asking: [statusQueryLane(route, bankCode, mode)],
    }
  },
  // A name enquiry has its own session ID.
  nameEnquiry: (services, row, at) => switchOf(services).nameEnquiry(routeOf(row), enquiryFor(row, newSessionId(at))),
  send: (services, row) => switchOf(services).transfer(routeOf(row), transferOf(row)),
  ask: queryStatus,
  creditLines: (row) => {
    const mode = modeOfRow(row)
    return [
      { accountId: providerAccount(mode, floatOf(row)), amountKobo: row.amount_kobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: row.fee_kobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: row.vat_kobo },
      { accountId: providerAccount(mode, 'STAMP_DUTY_PAYABLE'), amountKobo: row.stamp_duty_kobo },
    ]
  },
  float: floatOf,
  successTrail: (row, { code, costKobo }) => {
    const fees = { fee: naira(row.fee_kobo), vat: naira(row.vat_kobo), stampDuty: naira(row.stamp_duty_kobo) }
    return [
      {
        category: 'PROVIDER_CHARGES_SETTLEMENT',
        log: { code, request: { route: routeOf(row), charge: naira(costKobo) } },
        sentence: `${formatNaira(costKobo)} settled with ${routeOf(row)}`,
      },
      {
        category: 'COMMISSION_CHARGE_ON_PROVIDER',
        log: { code, request: fees },
        sentence: `${formatNaira(chargesOf(row))} charged, of which ${formatNaira(row.fee_kobo)} commission`,
      },
      {
        category: 'TRANSFER_SUCCESSFUL',
        log: { code, request: { amount: naira(row.amount_kobo), sessionId: row.session_id } },
        sentence: `${formatNaira(row.amount_kobo)} transferred to ${row.beneficiary_name ?? 'the beneficiary'}`,
      },
    ]
  },
}

/** Name enquiry for the beneficiary of a payout. */
export function enquiryFor(row: TransactionRow, sessionId: string): NameEnquiry {
  const bankCode = switchCode(row.beneficiary_bank_code)
  return { mode: modeOfRow(row), sessionId, bankCode, accountNumber: row.beneficiary_number ?? '' }
}

/** Transfer request for a payout. */
export function transferOf(row: TransactionRow): Transfer {
  return {
    mode: modeOfRow(row),
    sessionId: row.session_id ?? '',
    amountKobo: row.amount_kobo,
    originator: {
      name: row.originator_name ?? '',
      accountNumber: row.originator_number ?? '',
      bankCode: switchCode(row.originator_bank_code),
    },
    beneficiary: {
      name: row.beneficiary_name ?? '',
      accountNumber: row.beneficiary_number ?? '',
      bankCode: switchCode(row.beneficiary_bank_code),
    },
    narration: row.narration ?? '',
  }
}

async function queryStatus(services: Pick<ExternalServices, 'switch'>, row: TransactionRow): Promise<Exchange> {
  const { session_id: sessionId } = row
  if (services.switch === null || sessionId === null) {
    const problem = sessionId === null ? 'never sent' : 'not configured'
    return { code: null, request: { sessionId }, response: null, problem }
  }
  return await services.switch.status(routeOf(row), { mode: modeOfRow(row), sessionId })
}

function switchOf(services: Pick<ExternalServices, 'switch'>): Switch {
  if (services.switch === null) throw new Error('No switch is configured')
  return services.switch
}
