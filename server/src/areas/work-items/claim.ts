import type { workItems } from '@kobo/contract/work-items'
import { claimItem, claimNext, skipItem, type WorkItemRow } from '../../engine/work-items/claims.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { badRequest, conflict } from '../../http/http-error.ts'
import { auditItem, itemName, workerOf } from './worker.ts'
import { findWorkItem } from './work-items.ts'

/** Claims an item that nobody else has. */
export const claimWorkItem: Handler<typeof workItems.claim> = async ({ itemId }, context) => {
  const item = await claimItem(context.db, workerOf(context), itemId)
  return { message: `Claimed: ${itemName(item)}`, data: { item: await claimed(context, item) } }
}

/** Claims the free item that is due first. Skips another one before, if requested. */
export const nextWorkItem: Handler<typeof workItems.next> = async ({ kinds, skippedItemId, reason }, context) => {
  const worker = workerOf(context)
  const isSkipping = skippedItemId !== undefined
  if (isSkipping) {
    if (reason === undefined) throw badRequest('Reason is required', { reason: 'Reason is required' })
    const skipped = await skipItem(context.db, worker, skippedItemId, reason)
    await auditItem(context, skipped, 'work.skip', { reason })
  }
  const offered = kinds === undefined ? worker.kinds : worker.kinds.filter((kind) => kinds.includes(kind))
  const item = await claimNext(context.db, { ...worker, kinds: offered })
  if (item !== null) {
    return { message: `Claimed: ${itemName(item)}`, data: { item: await claimed(context, item) } }
  }
  if (!isSkipping) throw conflict('Nothing is waiting for you now')
  return { message: 'Skipped. Nothing else is waiting for you now', data: { item: null } }
}

async function claimed(context: WriteContext, item: WorkItemRow) {
  await auditItem(context, item, 'work.claim')
  return await findWorkItem(context.db, context.staff, item.id, context.now)
}
