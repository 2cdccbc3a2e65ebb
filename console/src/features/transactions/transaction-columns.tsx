import type { TransactionRow } from '@kobo/contract/transaction-records'
import type { Column } from '../../list/define-list.ts'
import { asWritten, choice } from '../../list/filter-fields.tsx'
import { Code } from '../../ui/code.tsx'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { merchantTransaction, statusDisplay } from '../../status/statuses.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'

/** The column that every list of transactions begins with. */
export const dateColumn: Column<TransactionRow> = {
  title: 'Date created',
  cell: (row) => <DateTime at={row.createdAt} />,
  text: (row) => listDateTime(row.createdAt),
  width: 160,
}

/** The account on the other side, in three columns. */
export const otherSideColumns: readonly Column<TransactionRow>[] = [
  { title: 'Account name', text: (row) => orEmpty(otherSide(row).name), width: 210 },
  {
    title: 'Account number',
    cell: (row) => <Code value={otherSide(row).number} />,
    text: (row) => orEmpty(otherSide(row).number),
    width: 140,
  },
  { title: 'Bank name', text: (row) => orEmpty(otherSide(row).bank), width: 160 },
]

/** The columns that every list of transactions ends with. */
export const amountColumns: readonly Column<TransactionRow>[] = [
  {
    title: 'Amount',
    cell: (row) => <Naira amount={row.amount} />,
    text: (row) => row.amount.toFixed(2),
    align: 'right',
    width: 150,
  },
  { title: 'Type', text: (row) => sentenceCase(row.type), width: 90 },
  {
    title: 'Status',
    cell: (row) => <StatusTag of={row.status} map={merchantTransaction} />,
    text: (row) => statusDisplay(row.status, merchantTransaction).label,
    width: 120,
  },
]

/** The fields of the export dialog; their options are written small, whatever case the rows have. */
export const transactionExports = [
  choice('status', 'Status', asWritten('success', 'pending', 'failed')),
  choice('type', 'Type', asWritten('credit', 'debit')),
]

/** The account on the other side: where a credit came from, where a debit went. */
export function otherSide(row: TransactionRow): Record<'name' | 'number' | 'bank', string | null | undefined> {
  return row.type?.toUpperCase() === 'CREDIT'
    ? { name: row.originatorAccountName, number: row.originatorAccountNumber, bank: row.originatorBankName }
    : { name: row.beneficiaryAccountName, number: row.beneficiaryAccountNumber, bank: row.beneficiaryBankName }
}
