import { lagosTime } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import type { Selectable } from 'kysely'
import type { VirtualAccount } from '../../db/tables.ts'
import { formatNaira } from '../format-naira.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** What a collection is called: the same however often the switch tells it. */
export function collectionReference(sessionId: string): string {
  return `COL-${sessionId}`
}

/**
 * The reference, or its beginning, that an operator looks for: references are stored in capitals, and whoever has a session ID
 * has the reference of the collection that came under it.
 */
export function referenceLookedFor(text: string): string {
  return /^\d+$/.test(text) ? collectionReference(text) : text.toUpperCase()
}

/** The one step of a collection that was credited. */
export function collectionReceived(row: TransactionRow): TrailEntry {
  const sentence = `${formatNaira(row.amount_kobo)} received from ${row.originator_name ?? 'another bank'}`
  return { category: 'FUND_SUCCESS', log: { code: '00', request: requestOf(row) }, sentence }
}

/** The one step of a collection that goes back to its sender. */
export function collectionDeclined(row: TransactionRow): TrailEntry {
  const sentence = `${formatNaira(row.amount_kobo)} from ${row.originator_name ?? 'another bank'} goes back. ${row.alert}`
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

/** Why what is paid on a virtual account goes back to its sender; null for what it was opened for. */
export function collectionDeclineReason(
  virtual: Virtual,
  { amountKobo, at }: { amountKobo: bigint; at: Date },
): string | null {
  const account = `Account ${virtual.account_number}`
  if (virtual.closed_at !== null) return `${account} is closed`
  if (virtual.kind !== 'VIRTUAL') return null
  if (virtual.used_at !== null)
    return `${account} was for one payment, which came on ${lagosTime(new Date(virtual.used_at))}`
  if (virtual.expires_at !== null && Date.parse(virtual.expires_at) <= at.getTime()) {
    return `${account} could be paid on until ${lagosTime(new Date(virtual.expires_at))}`
  }
  if (virtual.amount_kobo !== null && virtual.amount_kobo !== amountKobo) {
    return `${account} is for a payment of ${formatNaira(virtual.amount_kobo)}, and ${formatNaira(amountKobo)} came`
  }
  return null
}

/** The same for the payer, who is told nothing of other payments; empty where the reason is the merchant's own matter. */
export function whyReturned(reason: string | null): string {
  if (reason === null) return ''
  return reasonsForPayer.find(([inReason]) => reason.includes(inReason))?.[1] ?? ''
}

const reasonsForPayer: [inReason: string, forPayer: string][] = [
  [' is closed', 'the account number is closed'],
  [' was for one payment', 'the account number was for one payment only'],
  [' could be paid on until ', 'the account number had expired'],
  [' is for a payment of ', 'the account number was for another amount'],
]
