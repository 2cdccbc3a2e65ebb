import { lagosDay } from '@kobo/contract/kit/day'
import type { payoutDecisions } from '@kobo/contract/payout-decisions'
import type { Selectable } from 'kysely'
import type { RecurringPayout } from '../../db/tables.ts'
import { notifyOfRecurringDecision, type RecurringDecision } from '../../engine/schedules/notify-merchant.ts'
import { nextRunAfter } from '../../engine/schedules/recurrence.ts'
import { type Decidable, decideOnce } from '../../http/decide-once.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'

type Recurring = Selectable<RecurringPayout>

/** An operator's last decision, by the status that it left. */
const decisions: Record<string, string> = { ACTIVE: 'resumed', INACTIVE: 'paused', CANCELLED: 'ended' }
const states: Record<string, string> = {
  ACTIVE: 'is already active',
  INACTIVE: 'is already paused',
  CANCELLED: 'has already ended',
  COMPLETED: 'is already completed',
  FAILED: 'has already failed',
}

/** Recurring payouts that a decision can change, by their statuses. */
function inStatus(...open: readonly string[]): Decidable<'recurring_payout'> {
  return {
    table: 'recurring_payout',
    called: 'recurring payout',
    isOpen: ({ status }) => open.includes(status),
    decision: ({ status, decided_at }) => {
      const decided = decided_at === null ? undefined : decisions[status]
      return decided ?? conflict(`This recurring payout ${states[status]}`)
    },
    merchantId: ({ merchant_id }) => merchant_id,
  }
}

/** Pauses an active recurring payout: it does not run until it is resumed. */
export const pauseRecurringPayout: Handler<typeof payoutDecisions.pauseRecurrent> = async (
  { recurrentId, reason },
  context,
) => {
  const decision = { id: recurrentId, action: 'recurring-payout.pause' as const, reason, set: { status: 'INACTIVE' } }
  await decideOnce(context, inStatus('ACTIVE'), decision, async (payout) => {
    await notify(context, payout, { kind: 'payout.recurring_paused', status: 'INACTIVE', nextDate: null, reason })
    return {}
  })
  return { message: 'The recurring payout was paused', data: { status: 'INACTIVE' } }
}

/** Resumes a paused recurring payout with its first run after today, so that missed runs are not made up. */
export const resumeRecurringPayout: Handler<typeof payoutDecisions.resumeRecurrent> = async (
  { recurrentId },
  context,
) => {
  const decision = {
    id: recurrentId,
    action: 'recurring-payout.resume' as const,
    reason: null,
    set: { status: 'ACTIVE' },
  }
  const { after } = await decideOnce(context, inStatus('INACTIVE'), decision, async (payout) => {
    const next = nextRunAfter(lagosDay(context.now), payout)
    if (next === null) throw conflict('This recurring payout has no run left. End it instead')
    const change = { next_run: next.number, next_day: next.day }
    await context.db.updateTable('recurring_payout').set(change).where('id', '=', payout.id).execute()
    const resumed = { status: 'ACTIVE', nextDate: next.day, reason: null }
    await notify(context, payout, { kind: 'payout.recurring_resumed', ...resumed })
    return { before: { next_day: payout.next_day }, after: { next_day: next.day } }
  })
  const day = after.next_day.split('-').reverse().join('-')
  return { message: `The recurring payout was resumed. It runs next on ${day}`, data: { status: 'ACTIVE' } }
}

/** Ends an active or paused recurring payout permanently. */
export const endRecurringPayout: Handler<typeof payoutDecisions.endRecurrent> = async (
  { recurrentId, reason },
  context,
) => {
  const set = { status: 'CANCELLED', next_day: null }
  const decision = { id: recurrentId, action: 'recurring-payout.end' as const, reason, set }
  await decideOnce(context, inStatus('ACTIVE', 'INACTIVE'), decision, async (payout) => {
    await notify(context, payout, { kind: 'payout.recurring_ended', status: 'CANCELLED', nextDate: null, reason })
    return {}
  })
  return { message: 'The recurring payout was ended', data: { status: 'CANCELLED' } }
}

async function notify(
  context: WriteContext,
  payout: Recurring,
  decision: Omit<RecurringDecision, 'at'>,
): Promise<void> {
  await notifyOfRecurringDecision(context.db, context.jobs, payout, { ...decision, at: context.now })
}
