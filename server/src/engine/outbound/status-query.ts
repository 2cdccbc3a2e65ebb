import type { Database, Transaction } from '../../db/database.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { legOf } from '../legs.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { isPosted } from './provider-cost.ts'

/** How long status queries continue after a final status that the provider has not confirmed. */
export const statusQueryWindowMs = 72 * 3_600_000

/** Column values for a final status without the provider's confirmation: status queries start over from `at`. */
export function openStatusQueryWindow({ questions }: Pick<TransactionRow, 'questions'>, at: Date) {
  // Skips the number of a query that may already be queued.
  return { asked_until: new Date(at.getTime() + statusQueryWindowMs).toISOString(), questions: questions + 1 }
}

/** Column values once the provider has confirmed the outcome. */
export const closeStatusQueryWindow = { asked_until: null }

/** Whether the provider has not confirmed the outcome yet, even if an operator has decided it. */
export function isUnconfirmed({ status, asked_until }: Pick<TransactionRow, 'status' | 'asked_until'>): boolean {
  return status === 'PENDING' || asked_until !== null
}

/**
 * Queues the next status query of each transaction at growing intervals, the last one at the end of the window. Each
 * query is queued once under its key.
 */
export async function scheduleStatusQueries(
  db: Transaction,
  { jobs, delays }: { jobs: Jobs; delays: RetryDelays },
  open: readonly { row: TransactionRow; at: Date }[],
): Promise<void> {
  const queries = open.flatMap(({ row, at }) => {
    const attempt = row.questions + 1
    const afterSeconds = secondsToNext(row, attempt, delays, at)
    if (afterSeconds === null) return []
    const data = { transactionId: row.id, merchantId: row.merchant_id, attempt }
    return [{ data, afterSeconds, key: `${row.id} ${attempt}`, lanes: legOf(row)?.lanes(row).asking ?? [] }]
  })
  if (queries.length > 0) await jobs.enqueueAll(db, 'requery', queries)
}

function secondsToNext(row: TransactionRow, attempt: number, delays: RetryDelays, at: Date): number | null {
  if (row.status === 'PENDING') return delays.requerySeconds(attempt)
  if (row.asked_until === null) return null
  const leftMs = Date.parse(row.asked_until) - at.getTime()
  if (leftMs <= 0) return null
  return Math.min(delays.unconfirmedSeconds((statusQueryWindowMs - leftMs) / 1000), leftMs / 1000)
}

/**
 * Whether a failed payment may be attempted again: its money can no longer leave, because the provider confirmed the
 * failure or the status query window is over. A status query may change a negative result.
 */
export async function canRetryPayment(db: Database, row: TransactionRow, at: Date): Promise<boolean> {
  if (row.status !== 'FAILED') return false
  if (row.asked_until !== null && at.getTime() < Date.parse(row.asked_until)) return false
  return !(await isPosted(db, row.id, 'COMPENSATION'))
}
