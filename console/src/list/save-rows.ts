import { toastFailure } from '../ui/toast.ts'
import type { Column } from './define-list.ts'
import type { NamedList, ExportScope } from './describe-export.ts'

/** Saves rows as a CSV file named after its contents. The CSV code loads on first use. */
export async function saveRows<Row>(
  list: NamedList & { columns: readonly Column<Row>[] },
  rows: readonly Row[],
  narrowed: ExportScope,
): Promise<void> {
  try {
    const { csvFile, csvName, saveFile } = await import('./csv.ts')
    saveFile(csvName(list, narrowed), await csvFile(list.columns, rows))
  } catch {
    toastFailure('The file could not be written')
  }
}
