import { naira } from '@kobo/contract/kit/naira'
import { nairaText } from '../naira-text.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { TrailEntry } from '../trail.ts'

/** What a collection is called: the same however often the switch tells it. */
export function collectionReference(sessionId: string): string {
  return `COL-${sessionId}`
}

/** The one step of a collection that was credited. */
export function collectionReceived(row: TransactionRow): TrailEntry {
  const request = {
    sessionId: row.session_id,
    amount: naira(row.amount_kobo),
    sender: {
      name: row.originator_name,
      accountNumber: row.originator_number,
      bankCode: row.originator_bank_code,
    },
    accountNumber: row.beneficiary_number,
  }
  const sentence = `${nairaText(row.amount_kobo)} received from ${row.originator_name ?? 'another bank'}`
  return { category: 'FUND_SUCCESS', log: { code: '00', request }, sentence }
}
