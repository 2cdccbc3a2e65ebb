import { isRecordType, type RecordType } from './record-kinds.ts'

/** Kinds that the audit alone names: nothing is stored under such an id, so it has no history. */
const auditOnlyTypes = [
  'payout-log',
  'audit',
  'work_item',
  'work_clock',
  'work_hours',
  'watch',
  'job',
  'personal-number',
] as const satisfies readonly RecordType[]

/** Kind of record whose history can be read. */
export type HistoryType = Exclude<RecordType, (typeof auditOnlyTypes)[number]>

/** Whether records of a kind, as the audit names it, have a history of their own. */
export function hasHistory(type: string): type is HistoryType {
  return isRecordType(type) && !auditOnlyTypes.some((only) => only === type)
}
