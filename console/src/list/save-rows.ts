import { lagosDay } from '@kobo/contract/kit/day'
import { toastFailure } from '../ui/toast.ts'
import type { Column } from './define-list.ts'

/** Saves rows as a CSV file named for the list and the day; what writes it is loaded when it is first needed. */
export async function saveRows<Row>(
  list: { name: string; columns: readonly Column<Row>[] },
  rows: readonly Row[],
): Promise<void> {
  try {
    const { csvFile, saveFile } = await import('./csv.ts')
    saveFile(`${list.name}-${lagosDay(new Date())}.csv`, await csvFile(list.columns, rows))
  } catch {
    toastFailure('The file could not be written')
  }
}
