import type { Column } from '../../list/define-list.ts'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { MerchantName } from './merchant-name.tsx'
import classes from './merchant-name.module.css'

type Text = string | null | undefined

/** The columns that every list of merchants begins with. */
export function merchantColumns<Row extends { createdAt?: Text }>(
  dateTitle: string,
  merchantOf: (row: Row) => { businessName?: Text; email?: Text } | null | undefined,
): Column<Row>[] {
  return [
    {
      title: dateTitle,
      cell: (row) => <DateTime at={row.createdAt} />,
      text: (row) => listDateTime(row.createdAt),
      width: 160,
    },
    {
      title: 'Business name',
      cell: (row) => <MerchantName name={orEmpty(merchantOf(row)?.businessName)} />,
      text: (row) => orEmpty(merchantOf(row)?.businessName),
      width: 240,
    },
    {
      title: 'Email address',
      cell: (row) => <span className={classes.email}>{orEmpty(merchantOf(row)?.email)}</span>,
      text: (row) => orEmpty(merchantOf(row)?.email),
      width: 210,
    },
  ]
}
