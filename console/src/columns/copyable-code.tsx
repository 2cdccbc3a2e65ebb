import type { Column } from '../list/define-list.ts'
import { Copyable } from '../ui/copyable.tsx'
import { orEmpty } from '../ui/empty-value.ts'

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

/** The number of an account, as most lists show it. */
export function accountNumber<Row>(of: CopyableCode<Row>['of'], width = 160): Column<Row> {
  return copyableCode('Account number', {
    of,
    label: 'Copy account number',
    toast: 'Account number copied successfully',
    width,
  })
}

/** What a payment is called by those who asked for it. */
export function reference<Row>(of: CopyableCode<Row>['of'], title = 'Reference'): Column<Row> {
  const toast = 'Transaction reference copied successfully'
  return copyableCode(title, { of, label: 'Copy reference', toast, width: 170 })
}

/** What a batch is called by the merchant that sent it. */
export function batchReference<Row>(of: CopyableCode<Row>['of'], width = 170): Column<Row> {
  const toast = 'Batch reference copied successfully'
  return copyableCode('Batch reference', { of, label: 'Copy batch reference', toast, width })
}

/** What the switches call a transfer. */
export function sessionId<Row>(of: CopyableCode<Row>['of']): Column<Row> {
  return copyableCode('Session ID', {
    of,
    label: 'Copy session ID',
    toast: 'Session ID copied successfully',
    width: 170,
  })
}
