import type { workItems } from '@kobo/contract/work-items'
import { handOver, releaseItem } from '../../engine/work-items/claims.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { auditItem, itemName, workerOf } from './worker.ts'

/** Releases one item, or at the end of a shift everything that the operator has in this mode. */
export const releaseWorkItems: Handler<typeof workItems.release> = async ({ itemId, note }, context) => {
  const worker = workerOf(context)
  const text = note || null
  const change = text === null ? {} : { reason: text }
  if (itemId !== undefined) {
    const item = await releaseItem(context.db, worker, itemId, text)
    await auditItem(context, item, 'work.release', change)
    return { message: `${itemName(item)} is free again`, data: { released: 1 } }
  }
  const items = await handOver(context.db, worker, text)
  if (items.length === 0) throw conflict('You have no items')
  for (const item of items) await auditItem(context, item, 'work.release', change)
  return {
    message: `You released ${items.length} item${items.length === 1 ? '' : 's'}`,
    data: { released: items.length },
  }
}
