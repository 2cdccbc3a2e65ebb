import { lagosTime } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import type { Selectable } from 'kysely'
import type { VirtualAccount } from '../../db/tables.ts'
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
export function referenceLookedFor(text: string): string {
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

type Virtual = Pick<
  Selectable<VirtualAccount>,
  'kind' | 'account_number' | 'closed_at' | 'used_at' | 'expires_at' | 'amount_kobo'
>

/** Reason for declining a collection on a virtual account; null if it matches what the account was opened for. */
export function collectionDeclineReason(
  virtual: Virtual,
  { amountKobo, at }: { amountKobo: bigint; at: Date },
): string | null {
  const account = `Account ${virtual.account_number}`
  if (virtual.closed_at !== null) return `${account} is closed`
  if (virtual.kind !== 'VIRTUAL') return null
  if (virtual.used_at !== null)
    return `${account} already received its payment on ${lagosTime(new Date(virtual.used_at))}`
  if (virtual.expires_at !== null && Date.parse(virtual.expires_at) <= at.getTime()) {
    return `${account} expired on ${lagosTime(new Date(virtual.expires_at))}`
  }
  if (virtual.amount_kobo !== null && virtual.amount_kobo !== amountKobo) {
    return `${account} expects ${formatNaira(virtual.amount_kobo)} but received ${formatNaira(amountKobo)}`
  }
  return null
}

/** Reason shown to the payer, without facts about other payments; empty if it concerns only the merchant. */
export function whyReturned(reason: string | null): string {
  if (reason === null) return ''
  return reasonsForPayer.find(([inReason]) => reason.includes(inReason))?.[1] ?? ''
}

const reasonsForPayer: [inReason: string, forPayer: string][] = [
  [' is closed', 'the account number is closed'],
  [' already received its payment on ', 'the account number was for one payment only'],
  [' expired on ', 'the account number had expired'],
  [' expects ', 'the account number was for another amount'],
  // Reasons that earlier releases stored.
  [' was for one payment', 'the account number was for one payment only'],
  [' could be paid on until ', 'the account number had expired'],
  [' is for a payment of ', 'the account number was for another amount'],
]
