import type { BillCategory } from '@kobo/contract/kit/bill-category'
import { naira } from '@kobo/contract/kit/naira'
import { formatNaira } from '../format-naira.ts'
import type { Commission } from '../outbound/outbound-leg.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

const categoryNames: Record<BillCategory, string> = {
  AIRTIME: 'Airtime',
  DATA: 'Data',
  CABLE_TV: 'Cable TV',
  ELECTRICITY: 'Electricity',
  INTERNET: 'Internet',
}

/** Narration shown to the payer. */
export function billNarration(category: BillCategory, customer: string): string {
  return `${categoryNames[category]} for ${customer}`
}

/** First trail entry of a bill payment. */
export function billOrdered(businessName: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Bill payment requested by ${businessName}`, log: {} }
}

/** Trail entries of a successful bill payment. */
export function billPaid(row: TransactionRow, code: string | null, commission: Commission | undefined): TrailEntry[] {
  const { kobo, vatKobo } = commission ?? { kobo: 0n, vatKobo: 0n }
  const biller = row.beneficiary_name ?? 'the biller'
  return [
    {
      category: 'COMMISSION_CHARGE_ON_PROVIDER',
      log: { code, request: { commission: naira(kobo), vat: naira(vatKobo) } },
      sentence: `Commission from ${biller}: ${formatNaira(kobo)} (VAT ${formatNaira(vatKobo)})`,
    },
    {
      category: 'TRANSFER_SUCCESSFUL',
      log: { code, request: { amount: naira(row.amount_kobo), sessionId: row.session_id } },
      sentence: `${formatNaira(row.amount_kobo)} paid to ${biller}`,
    },
  ]
}

export const noBillers = 'Bill payments are unavailable: no billers are configured'
export const noBiller = 'No such biller in this category'

export function startsNoBills(businessName: string): string {
  return `${businessName} is not active and cannot pay bills`
}
