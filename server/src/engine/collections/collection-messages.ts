import { naira } from '@kobo/contract/kit/naira'
import { formatNaira } from '../format-naira.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** Reference of a collection, the same for every notification of the session ID. */
export function collectionReference(sessionId: string): string {
  return `COL-${sessionId}`
}

/**
 * Converts a search text to a reference or its prefix: references are stored in capitals, and a session ID maps to the reference
 * of its collection.
 */
export function normalizeReference(text: string): string {
  return /^\d+$/.test(text) ? collectionReference(text) : text.toUpperCase()
}

/** Only step of a credited collection. */
export function collectionReceived(row: TransactionRow): TrailEntry {
  const sentence = `${formatNaira(row.amount_kobo)} received from ${row.originator_name ?? 'another bank'}`
  return { category: 'FUND_SUCCESS', log: { code: '00', request: requestOf(row) }, sentence }
}

/** Only step of a declined collection, which is returned to its sender. */
export function collectionDeclined(row: TransactionRow): TrailEntry {
  const sentence = `${formatNaira(row.amount_kobo)} returned to ${row.originator_name ?? 'another bank'}. ${row.alert}`
  return { category: 'FUND_FAILED', log: { request: requestOf(row) }, sentence }
}

function requestOf(row: TransactionRow) {
  return {
    sessionId: row.session_id,
    amount: naira(row.amount_kobo),
    sender: {
      name: row.originator_name,
      accountNumber: row.originator_number,
      bankCode: row.originator_bank_code,
    },
    accountNumber: row.beneficiary_number,
  }
}
