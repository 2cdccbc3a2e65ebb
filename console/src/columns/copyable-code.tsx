import type { Column } from '../list/define-list.ts'
import { Copyable } from '../ui/code.tsx'
import { orEmpty } from '../ui/format-text.ts'

interface CopyableCode<Row> {
  of: (row: Row) => string | null | undefined
  /** Short form of a value that is too long for the cell. */
  shown?: (row: Row) => string | undefined
  /** Labels of the copy button and its toast. */
  label: string
  toast: string
  width: number
}

/** Column of a number or reference with a copy button. */
export function copyableCode<Row, Title extends string = string>(
  title: Title,
  { of: getValue, shown, label, toast, width }: CopyableCode<Row>,
): Column<Row, Title> {
  return {
    title,
    cell: (row) => <Copyable value={getValue(row)} shown={shown?.(row)} {...{ label, toast }} />,
    text: (row) => orEmpty(getValue(row)),
    width,
  }
}

/** Column of an account number. */
export function accountNumber<Row>(getValue: CopyableCode<Row>['of'], width = 160): Column<Row, 'Account number'> {
  return copyableCode('Account number', {
    of: getValue,
    label: 'Copy account number',
    toast: 'Account number copied successfully',
    width,
  })
}

/** Column of a payment's reference, chosen by its sender. */
export function reference<Row>(getValue: CopyableCode<Row>['of'], title = 'Reference'): Column<Row> {
  const toast = 'Transaction reference copied successfully'
  return copyableCode(title, { of: getValue, label: 'Copy reference', toast, width: 170 })
}

/** Column of a batch's reference, chosen by the merchant. */
export function batchReference<Row>(getValue: CopyableCode<Row>['of'], width = 170): Column<Row, 'Batch reference'> {
  const toast = 'Batch reference copied successfully'
  return copyableCode('Batch reference', { of: getValue, label: 'Copy batch reference', toast, width })
}

/** Column of a transfer's session ID at the switch. */
export function sessionId<Row>(getValue: CopyableCode<Row>['of']): Column<Row, 'Session ID'> {
  return copyableCode('Session ID', {
    of: getValue,
    label: 'Copy session ID',
    toast: 'Session ID copied successfully',
    width: 170,
  })
}
