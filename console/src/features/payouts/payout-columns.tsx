import type { Column } from '../../list/define-list.ts'
import { Code } from '../../ui/code.tsx'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { type StatusMap, statusDisplay } from '../../status/statuses.ts'

type Text = string | null | undefined

/** The column that every list of payouts begins with. */
export function createdColumn<Row extends { createdAt: string }>(): Column<Row> {
  return {
    title: 'Date created',
    cell: (row) => <DateTime at={row.createdAt} />,
    text: (row) => listDateTime(row.createdAt),
    width: 160,
  }
}

/** Whom a payout goes to. */
export const accountColumns: readonly Column<Partial<Record<'accountName' | 'accountNumber' | 'bankName', Text>>>[] = [
  { title: 'Account name', text: (row) => orEmpty(row.accountName), width: 180 },
  codeColumn('Account number', (row) => row.accountNumber, 130),
  { title: 'Bank name', text: (row) => orEmpty(row.bankName), width: 140 },
]

/** A number that is read sign by sign. */
export function codeColumn<Row>(title: string, of: (row: Row) => Text, width: number): Column<Row> {
  return { title, cell: (row) => <Code value={of(row)} />, text: (row) => orEmpty(of(row)), width }
}

/** An amount in naira. */
export function nairaColumn<Row>(title: string, of: (row: Row) => number | null | undefined, width = 140): Column<Row> {
  return {
    title,
    cell: (row) => <Naira amount={of(row)} />,
    text: (row) => of(row)?.toFixed(2) ?? orEmpty(undefined),
    align: 'right',
    width,
  }
}

/** Where a payout stands. */
export function statusColumn<Row extends { status?: string }>(map: StatusMap, width = 130): Column<Row> {
  return {
    title: 'Status',
    cell: (row) => (row.status ? <StatusTag of={row.status} map={map} /> : orEmpty(row.status)),
    text: (row) => (row.status ? statusDisplay(row.status, map).label : orEmpty(row.status)),
    width,
  }
}
