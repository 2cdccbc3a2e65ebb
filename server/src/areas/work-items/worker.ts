import type { AuditAction } from '@kobo/contract/kit/audit-actions'
import { offeredKinds, workKinds } from '@kobo/contract/kit/work-kinds'
import { labelOf, type Worker, type WorkItemRow } from '../../engine/work-items/claims.ts'
import { workSources } from '../../engine/work-items/sources.ts'
import type { WriteContext } from '../../http/handler.ts'
import { mayDo } from '../../http/rights.ts'

/** Returns the operator with the kinds that they may work on. */
export function workerOf({
  staff,
  mode,
  now,
}: Pick<WriteContext, 'staff' | 'mode' | 'now'>): Worker & { isLead: boolean } {
  const kinds = offeredKinds((permission) => mayDo(staff, permission))
  return { staffId: staff.id, mode, now, kinds, isLead: mayDo(staff, 'work.lead') }
}

/** Returns an item as a sentence names it: `KYC of Lekki Stores`. */
export function itemName(item: WorkItemRow): string {
  return `${labelOf(item)} of ${item.name}`
}

interface Change {
  after?: Record<string, unknown>
  reason?: string
}

/** Audits what was done with an item on its record, whose history shows it. */
export async function auditItem({ audit }: WriteContext, item: WorkItemRow, action: AuditAction, change: Change = {}) {
  const source = workSources.find(({ kind }) => kind === item.kind)
  const isAlone = source !== undefined && item.subject_type !== 'cause'
  await audit({
    action,
    recordType: isAlone ? workKinds[source.kind].record : 'work_item',
    recordId: isAlone ? item.subject_id : item.id,
    ...(item.merchant_id !== null && { merchantId: item.merchant_id }),
    ...change,
  })
}
