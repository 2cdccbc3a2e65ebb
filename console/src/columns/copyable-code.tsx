import type { Column } from '../list/define-list.ts'
import { Copyable } from '../ui/copyable.tsx'
import { orEmpty } from '../ui/empty.ts'

interface CopyableCode<Row> {
  of: (row: Row) => string | null | undefined
  /** What stands in the cell instead, of a value that is too long for it. */
  shown?: (row: Row) => string | undefined
  /** What its button and its toast say. */
  label: string
  toast: string
  width: number
}

/** A number that is read sign by sign, with the button that copies it. */
export function copyableCode<Row>(title: string, { of, shown, label, toast, width }: CopyableCode<Row>): Column<Row> {
  return {
    title,
    cell: (row) => <Copyable value={of(row)} shown={shown?.(row)} {...{ label, toast }} />,
    text: (row) => orEmpty(of(row)),
    width,
  }
}
