import { shownKinds } from '@kobo/contract/kit/work-kinds'
import type { workItems } from '@kobo/contract/work-items'
import { assignItems } from '../../engine/work-items/claims.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { mayDo } from '../../http/rights.ts'
import { auditItem, workerOf } from './worker.ts'
import { workers } from './work-items.ts'

/** Assigns items to a colleague who may work on them; the colleague has them without a lease. */
export const assignWorkItems: Handler<typeof workItems.assign> = async ({ itemIds, staffId }, context) => {
  const { db, staff, now } = context
  const [assignee] = await workers(db, now, staffId)
  if (!assignee) throw notFound('This colleague')
  const lead = { ...workerOf(context), kinds: shownKinds((permission) => mayDo(staff, permission)) }
  const items = await assignItems(db, lead, itemIds, { id: staffId, ...assignee })
  for (const item of items) {
    await auditItem(context, item, 'work.assign', {
      after: { assignedTo: assignee.name },
    })
  }
  const count = `${items.length} item${items.length === 1 ? '' : 's'}`
  return { message: `${assignee.name} now has ${count} more`, data: { assigned: items.length } }
}
