import { naira } from '@kobo/contract/kit/naira'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { RecurringPayout, ScheduledPayout } from '../../db/tables.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { queueEvents } from '../webhooks/queue-events.ts'
import type { StandingOrder } from './submit-standing-order.ts'

/** Notifies a merchant that an operator cancelled its scheduled payout. */
export async function notifyOfCancellation(
  db: Transaction,
  jobs: Jobs,
  order: Selectable<ScheduledPayout>,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const { mode, merchant_id: merchantId, id: scheduleId, due_at: scheduleDate } = order
  const data = { scheduleId, status: 'CANCELLED', ...orderData(order), scheduleDate, reason }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind: 'payout.scheduled_cancelled', data, at }])
}

export interface RecurringDecision {
  kind: 'payout.recurring_paused' | 'payout.recurring_resumed' | 'payout.recurring_ended'
  status: string
  /** Day of the next run, if there is one. */
  nextDate: string | null
  reason: string | null
  at: Date
}

/** Notifies a merchant that an operator paused, resumed or ended its recurring payout. */
export async function notifyOfRecurringDecision(
  db: Transaction,
  jobs: Jobs,
  order: Selectable<RecurringPayout>,
  { kind, at, ...decided }: RecurringDecision,
): Promise<void> {
  const { mode, merchant_id: merchantId, id: recurrentId, interval, start_day: startDate, end_day: endDate } = order
  const data = { recurrentId, ...orderData(order), interval, startDate, endDate, ...decided }
  await queueEvents(db, jobs, [{ mode, merchantId, transactionId: null, kind, data, at }])
}

function orderData(order: StandingOrder & { created_at: string }) {
  return {
    amount: naira(order.amount_kobo),
    narration: order.narration,
    walletId: order.wallet_id,
    beneficiary: { name: order.beneficiary_name, accountNumber: order.account_number, bankCode: order.bank_code },
    createdAt: order.created_at,
  }
}
