import { modeOfRow } from '@kobo/contract/kit/mode'
import { maxSkips } from '@kobo/contract/kit/work-kinds'
import type { workItems } from '@kobo/contract/work-items'
import { claimItem, claimNext, labelOf, skipItem, type WorkItemRow } from '../../engine/work-items/claims.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { badRequest, conflict } from '../../http/http-error.ts'
import { operatorMail, queueMail } from '../../jobs/mail-queue.ts'
import { auditItem, itemName, workerOf } from './worker.ts'
import { findWorkItem, workers } from './work-items.ts'

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
    const { item, skips } = await skipItem(context.db, worker, skippedItemId, reason)
    await auditItem(context, item, 'work.skip', { reason })
    if (skips === maxSkips) await notifyLeads(context, item)
  }
  const offered = kinds === undefined ? worker.kinds : worker.kinds.filter((kind) => kinds.includes(kind))
  const item = await claimNext(context.db, { ...worker, kinds: offered })
  if (item !== null) {
    return { message: `Claimed: ${itemName(item)}`, data: { item: await claimed(context, item) } }
  }
  if (!isSkipping) throw conflict('Nothing is waiting for you now')
  return { message: 'Skipped. Nothing else is waiting for you now', data: { item: null } }
}

/** Emails the leads who may work on an item that too many people skipped. */
async function notifyLeads({ db, jobs, seal, now, settings }: WriteContext, item: WorkItemRow): Promise<void> {
  const text = skipText(itemName(item), `${settings.publicUrl}/my-work?state=SKIPPED`)
  for (const { staffId, email, isLead, kinds } of await workers(db, now)) {
    if (!isLead || !kinds.some((kind) => kind === item.kind)) continue
    const mail = operatorMail(modeOfRow(item), {
      to: email,
      subject: `${maxSkips} people skipped work: ${labelOf(item)}`,
      text,
    })
    await queueMail(jobs, seal, db, mail, { key: `work skipped ${item.id} ${staffId}` })
  }
}

function skipText(name: string, link: string): string {
  return `${maxSkips} people have skipped this item and are not offered it again: ${name}.

The history of its record shows their reasons. Assign it to somebody who can do it:

${link}
`
}

async function claimed(context: WriteContext, item: WorkItemRow) {
  await auditItem(context, item, 'work.claim')
  return await findWorkItem(context.db, context.staff, item.id, context.now)
}
