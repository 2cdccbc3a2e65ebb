import { naira } from '@kobo/contract/kit/naira'
import { describeResponseCode } from '../../rails/response-codes.ts'
import { formatNaira } from '../format-naira.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** Days after which an uncleared authorisation expires. */
export const heldDays = 7

/** Reference of a card purchase, derived from its transaction id; `reversalReference` derives its reversal's. */
export function purchaseReference(transactionId: string): string {
  return `CARD-${transactionId.replaceAll('-', '').toUpperCase()}`
}

export function reversalReference(reference: string): string {
  return `${reference}/R`
}

/** Narration on statements. */
export function purchaseNarration(lastFour: string, acceptor: string): string {
  return `Card ending ${lastFour} at ${acceptor}`
}

/** Reason for declining a purchase, with the response code for the scheme. */
export interface CardRefusal {
  code: string
  reason: string
}

export const cardRefusals = {
  deleted: { code: '14', reason: 'The card was deleted' },
  blocked: { code: '62', reason: 'The card is blocked' },
  expired: { code: '54', reason: 'The card has expired' },
  merchant: { code: '57', reason: 'The merchant is not active' },
  reversed: { code: '21', reason: 'Reversed by the scheme before authorisation' },
} satisfies Record<string, CardRefusal>

export const notCleared = `It was not cleared within ${heldDays} days`
export const reversedBeforeClearing = 'Reversed by the scheme before clearing'

export function authorised(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_PENDING',
    log: { code: '00', request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `${formatNaira(row.amount_kobo)} authorised for ${row.beneficiary_name}`,
    completed: false,
  }
}

export function declined(row: TransactionRow): TrailEntry {
  const code = row.response_code
  return {
    category: 'FUND_FAILED',
    log: { code, request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `Declined (${describeResponseCode(code)}): no funds were held. ${row.alert ?? ''}`.trimEnd(),
  }
}

export function cleared(
  row: TransactionRow,
  { clearedKobo, takenKobo, heldKobo }: { clearedKobo: bigint; takenKobo: bigint; heldKobo: bigint | null },
): TrailEntry {
  const holdText = heldKobo === null ? 'without a hold' : `against a hold of ${formatNaira(heldKobo)}`
  return {
    category: takenKobo > 0n ? 'FUND_SUCCESS' : 'FUND_FAILED',
    log: { code: '00', request: { reference: row.reference, amount: naira(clearedKobo) } },
    sentence: `${formatNaira(clearedKobo)} cleared by ${row.beneficiary_name} ${holdText}, ${formatNaira(takenKobo)} debited`,
  }
}

/** Alert about a shortfall that we covered. */
export function covered(coveredKobo: bigint): string {
  return `Shortfall of ${formatNaira(coveredKobo)} covered by us. Recover it from the merchant`
}

export function released(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_FAILED',
    log: { request: { reference: row.reference } },
    sentence: `${formatNaira(row.amount_kobo)} released. ${row.alert ?? ''}`,
  }
}

export function reversed(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_SUCCESS',
    log: { code: '00', request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `${formatNaira(row.amount_kobo)} reversed by ${row.originator_name}`,
  }
}
