import { lagosTime } from '@kobo/contract/kit/day'
import type { workItems } from '@kobo/contract/work-items'
import { snoozeItem } from '../../engine/work-items/claims.ts'
import type { Handler } from '../../http/handler.ts'
import { auditItem, itemName, workerOf } from './worker.ts'
import { findWorkItem } from './work-items.ts'

/** Puts an item off and releases it; news about its record end that early. */
export const snoozeWorkItem: Handler<typeof workItems.snooze> = async ({ itemId, until, reason }, context) => {
  const end = new Date(until)
  const item = await snoozeItem(context.db, workerOf(context), itemId, { until: end, reason })
  await auditItem(context, item, 'work.snooze', { after: { snoozedUntil: end.toISOString() }, reason })
  return {
    message: `${itemName(item)} is snoozed until ${lagosTime(end)}`,
    data: { item: await findWorkItem(context.db, context.staff, item.id, context.now) },
  }
}
