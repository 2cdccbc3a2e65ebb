import { choice } from '../list/filter-fields.tsx'
import { type StatusMap, statusOptions } from '../status/statuses.ts'

/** Filter by one of these raw statuses, under the labels of this screen. */
export function statusFilter(map: StatusMap, values: readonly string[]) {
  return choice('status', 'Status', statusOptions(map, values))
}
