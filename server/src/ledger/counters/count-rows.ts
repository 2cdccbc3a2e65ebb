import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { uuidv7 } from '../../uuid.ts'

/** Fields by which a row is counted. */
export interface CountedRow {
  mode: string
  scope: string
  merchant_id: string
  type: string
  category: string
  created_at: string | Date
}

/** A row that is added (`n` 1), removed (-1), or only becomes successful. */
export interface CountChange {
  row: CountedRow
  n: bigint
  n_success: bigint
  success_kobo: bigint
}

/** Counts rows of lists from this commit on, equal changes together. */
export async function countRows(db: Transaction, changes: readonly CountChange[]): Promise<void> {
  const cells = new Map<string, ReturnType<typeof cellOf>>()
  for (const change of changes) {
    const cell = cellOf(change)
    const { mode, scope, merchant_id, type, category, day } = cell
    const key = [mode, scope, merchant_id, type, category, day].join(' ')
    const sum = cells.get(key)
    if (!sum) cells.set(key, cell)
    else {
      sum.n += cell.n
      sum.n_success += cell.n_success
      sum.success_kobo += cell.success_kobo
    }
  }
  await insertRows(db, 'count_delta', [...cells.values()])
}

/** Counts rows of a list that records only row counts: a difference for each type. */
export async function countTypes(
  db: Transaction,
  row: Omit<CountedRow, 'type'>,
  byType: Readonly<Record<string, bigint>>,
): Promise<void> {
  const changes = Object.entries(byType).map(([type, n]) => {
    return { row: { ...row, type }, n, n_success: 0n, success_kobo: 0n }
  })
  await countRows(db, changes)
}

function cellOf({ row, n, n_success, success_kobo }: CountChange) {
  const { mode, scope, merchant_id, type, category } = row
  const day = lagosDay(new Date(row.created_at))
  return { id: uuidv7(), mode, scope, merchant_id, type, category, day, n, n_success, success_kobo }
}
