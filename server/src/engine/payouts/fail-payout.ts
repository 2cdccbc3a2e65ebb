import type { Transaction } from '../../db/database.ts'
import { voidHold } from '../../ledger/ledger.ts'
import { moveTransaction } from '../../ledger/transactions.ts'
import { followPayout } from '../bulk/follow-payout.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { type LogEntry, writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import type { Payout } from './payout.ts'

interface Failure {
  /** The switch's code, or the one that says the same; none when an operator decided. */
  code: string | null
  sentence: string
  log?: LogEntry
  at: Date
}

/** Fails a locked payout that is queued or pending, and gives back what it held. */
export async function failPayout(
  db: Transaction,
  jobs: Jobs,
  payout: Payout,
  { code, sentence, log = { code }, at }: Failure,
): Promise<void> {
  if (payout.status === 'PENDING') await voidHold(db, { transactionId: payout.id }, at)
  if (!(await moveTransaction(db, payout, 'FAILED', { response_code: code }))) {
    throw new Error(`Payout ${payout.reference} moved while it was locked`)
  }
  await followPayout(db, payout, { status: 'FAILED', problem: sentence })
  await writeTrail(db, payout, at, [{ category: 'FUND_FAILED', log, sentence }])
  const failed = { ...payout, status: 'FAILED', response_code: code }
  await queueWebhook(db, jobs, failed, 'transfer.failed', new Date(at.getTime() + 10))
}
