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
  reversed: { code: '21', reason: 'The scheme took it back before it asked for it' },
} satisfies Record<string, CardRefusal>

export const notCleared = `It was not cleared within ${heldDays} days`
export const takenBack = 'The scheme took it back before it was cleared'

export function authorised(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_PENDING',
    log: { code: '00', request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `${formatNaira(row.amount_kobo)} set aside until ${row.beneficiary_name} collects it`,
    completed: false,
  }
}

export function declined(row: TransactionRow): TrailEntry {
  const code = row.response_code
  return {
    category: 'FUND_FAILED',
    log: { code, request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `Declined (${describeResponseCode(code)}): nothing was set aside. ${row.alert ?? ''}`.trimEnd(),
  }
}

export function cleared(
  row: TransactionRow,
  { clearedKobo, takenKobo, heldKobo }: { clearedKobo: bigint; takenKobo: bigint; heldKobo: bigint | null },
): TrailEntry {
  const beforehand = heldKobo === null ? ', which was not held' : `; ${formatNaira(heldKobo)} had been set aside`
  return {
    category: takenKobo > 0n ? 'FUND_SUCCESS' : 'FUND_FAILED',
    log: { code: '00', request: { reference: row.reference, amount: naira(clearedKobo) } },
    sentence: `${row.beneficiary_name} collected ${formatNaira(clearedKobo)}${beforehand}. ${formatNaira(takenKobo)} taken`,
  }
}

/** Alert about a shortfall that we covered. */
export function covered(coveredKobo: bigint): string {
  return `${formatNaira(coveredKobo)} short: we paid it to the scheme, recover it from the merchant`
}

export function givenBack(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_FAILED',
    log: { request: { reference: row.reference } },
    sentence: `${formatNaira(row.amount_kobo)} can be spent again. ${row.alert ?? ''}`,
  }
}

export function broughtBack(row: TransactionRow): TrailEntry {
  return {
    category: 'FUND_SUCCESS',
    log: { code: '00', request: { reference: row.reference, amount: naira(row.amount_kobo) } },
    sentence: `${row.originator_name} gave ${formatNaira(row.amount_kobo)} back`,
  }
}
