import type { Database, Transaction } from '../../db/database.ts'
import type { RetryDelays } from '../../rails/retry-delays.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { legOf } from '../legs.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { isPosted } from './provider-cost.ts'

/** How long the other side is asked about what ended without its own word. */
export const statusQueryWindowMs = 72 * 3_600_000

/** What a transaction gains that ends without the other side's own word: it is asked about from now on, in a new row of questions. */
export function openStatusQueryWindow({ questions }: Pick<TransactionRow, 'questions'>, at: Date) {
  // The question that may be waiting already is left out.
  return { asked_until: new Date(at.getTime() + statusQueryWindowMs).toISOString(), questions: questions + 1 }
}

/** What it loses as soon as the other side has told. */
export const closeStatusQueryWindow = { asked_until: null }

/** Whether the other side may still tell something: it has not, though somebody may have decided. */
export function isUnconfirmed({ status, asked_until }: Pick<TransactionRow, 'status' | 'asked_until'>): boolean {
  return status === 'PENDING' || asked_until !== null
}

/**
 * Queues the next question about each: ever more rarely, and in the end at the very end of the time. A question is queued
 * once, however often it is asked for.
 */
export async function scheduleStatusQueries(
  db: Transaction,
  { jobs, delays }: { jobs: Jobs; delays: RetryDelays },
  open: readonly { row: TransactionRow; at: Date }[],
): Promise<void> {
  const questions = open.flatMap(({ row, at }) => {
    const attempt = row.questions + 1
    const afterSeconds = secondsToNext(row, attempt, delays, at)
    if (afterSeconds === null) return []
    const data = { transactionId: row.id, merchantId: row.merchant_id, attempt }
    return [{ data, afterSeconds, key: `${row.id} ${attempt}`, lanes: legOf(row)?.lanes(row).asking ?? [] }]
  })
  if (questions.length > 0) await jobs.enqueueAll(db, 'requery', questions)
}

function secondsToNext(row: TransactionRow, attempt: number, delays: RetryDelays, at: Date): number | null {
  if (row.status === 'PENDING') return delays.requerySeconds(attempt)
  if (row.asked_until === null) return null
  const leftMs = Date.parse(row.asked_until) - at.getTime()
  if (leftMs <= 0) return null
  return Math.min(delays.doubtSeconds((statusQueryWindowMs - leftMs) / 1000), leftMs / 1000)
}

/**
 * Whether another attempt may follow one that failed: only when its money cannot leave any more, because the other side
 * said so or has been asked for long enough. Until then the answer is no; a fresh question may change it.
 */
export async function canRetryPayment(db: Database, row: TransactionRow, at: Date): Promise<boolean> {
  if (row.status !== 'FAILED') return false
  if (row.asked_until !== null && at.getTime() < Date.parse(row.asked_until)) return false
  return !(await isPosted(db, row.id, 'COMPENSATION'))
}
