import type { payoutDecisions } from '@kobo/contract/payout-decisions'
import { notifyOfCancellation } from '../../engine/schedules/notify-merchant.ts'
import { type Decidable, decideOnce } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'

const scheduledPayouts: Decidable<'scheduled_payout'> = {
  table: 'scheduled_payout',
  called: 'scheduled payout',
  isOpen: ({ status }) => status === 'NEW',
  decision: ({ status, decided_at }) => {
    if (decided_at !== null) return 'cancelled'
    return conflict(`This scheduled payout ${status === 'FAILED' ? 'has' : 'was'} already ${status.toLowerCase()}`)
  },
  merchantId: ({ merchant_id }) => merchant_id,
}

/** Cancels a scheduled payout that is not dispatched yet and notifies the merchant of the reason. */
export const cancelScheduledPayout: Handler<typeof payoutDecisions.cancelScheduled> = async (
  { scheduleId, reason },
  context,
) => {
  const { db, jobs, now: at } = context
  const decision = { id: scheduleId, action: 'scheduled-payout.cancel' as const, reason, set: { status: 'CANCELLED' } }
  await decideOnce(context, scheduledPayouts, decision, async (payout) => {
    await notifyOfCancellation(db, jobs, payout, { reason, at })
    return {}
  })
  return { message: 'The scheduled payout was cancelled', data: { status: 'CANCELLED' } }
}
