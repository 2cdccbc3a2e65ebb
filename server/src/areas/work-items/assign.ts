import { shownKinds } from '@kobo/contract/kit/work-kinds'
import type { workItems } from '@kobo/contract/work-items'
import { assignItems, reassignItems, type WorkItemRow } from '../../engine/work-items/claims.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { badRequest, conflict, notFound } from '../../http/http-error.ts'
import { mayDo } from '../../http/rights.ts'
import { auditItem, workerOf } from './worker.ts'
import { workers } from './work-items.ts'

/** Assigns items to a colleague who may work on them; the colleague has them without a lease. */
export const assignWorkItems: Handler<typeof workItems.assign> = async ({ itemIds, staffId }, context) => {
  const assignee = await findWorker(context, staffId)
  const items = await assignItems(context.db, leadOf(context), itemIds, { id: staffId, ...assignee })
  return await assigned(context, assignee.name, items)
}

/** Assigns what one colleague has to another; what the other may not work on stays. */
export const reassignWorkItems: Handler<typeof workItems.reassign> = async ({ holderId, staffId }, context) => {
  const assignee = await findWorker(context, staffId)
  if (holderId === staffId) throw badRequest('Choose another colleague', { staffId: 'Choose another colleague' })
  const items = await reassignItems(context.db, leadOf(context), holderId, { id: staffId, ...assignee })
  if (items.length === 0) throw conflict(`There is nothing that ${assignee.name} can take over`)
  return await assigned(context, assignee.name, items)
}

/** Returns the operator with all kinds that they see. */
function leadOf(context: WriteContext) {
  return { ...workerOf(context), kinds: shownKinds((permission) => mayDo(context.staff, permission)) }
}

async function findWorker({ db, now }: WriteContext, staffId: string) {
  const [worker] = await workers(db, now, staffId)
  if (!worker) throw notFound('This colleague')
  return worker
}

/** Audits that items were assigned to a colleague, and says so. */
async function assigned(context: WriteContext, name: string, items: readonly WorkItemRow[]) {
  for (const item of items) await auditItem(context, item, 'work.assign', { after: { assignedTo: name } })
  const count = `${items.length} item${items.length === 1 ? '' : 's'}`
  return { message: `${name} now has ${count} more`, data: { assigned: items.length } }
}
