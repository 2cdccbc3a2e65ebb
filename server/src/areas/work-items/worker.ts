import { offeredKinds, workKinds } from '@kobo/contract/kit/work-kinds'
import { labelOf, type Worker, type WorkItemRow } from '../../engine/work-items/claims.ts'
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
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

/** Audits what was done with an item on its record, whose history shows it. */
export async function auditItem({ audit }: WriteContext, item: WorkItemRow, action: string, change: Change = {}) {
  const isAlone =
    item.subject_type !== 'cause' && Object.values(workKinds).some(({ record }) => record === item.subject_type)
  await audit({
    action,
    recordType: isAlone ? item.subject_type : 'work_item',
    recordId: isAlone ? item.subject_id : item.id,
    ...(item.merchant_id !== null && { merchantId: item.merchant_id }),
    ...change,
  })
}
