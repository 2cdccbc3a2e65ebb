import type { Column } from '../list/define-list.ts'
import { paths } from '../paths.ts'
import { AccentLink } from '../ui/accent-link.tsx'
import { emptyValue } from '../ui/format-text.ts'
import { MerchantLink } from '../people/merchant-link.tsx'

type Text = string | null | undefined

interface Target {
  to: string
  text: string
}

/** Field with a link to another record, empty if there is none. */
export function recordLink<Row, Title extends string>(
  title: Title,
  getTarget: (row: Row) => Target | null | undefined,
): Column<Row, Title> {
  return {
    title,
    cell: (row) => {
      const target = getTarget(row)
      return target ? <AccentLink to={target.to}>{target.text}</AccentLink> : emptyValue
    },
    text: (row) => getTarget(row)?.text ?? emptyValue,
  }
}

/** Field with a link to a transaction, by its reference. */
export function transactionLink<Row, Title extends string>(
  title: Title,
  getTransaction: (row: Row) => [id: string, reference: Text],
): Column<Row, Title> {
  return recordLink(title, (row) => {
    const [id, reference] = getTransaction(row)
    return { to: paths.transaction(id), text: reference ?? id }
  })
}

interface OfMerchant {
  merchant?: { id?: Text; businessName?: Text } | null | undefined
}

/** Field with a link to the record's merchant. */
export const merchantLink: Column<OfMerchant, 'Merchant'> = {
  title: 'Merchant',
  cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
  text: ({ merchant }) => merchant?.businessName ?? merchant?.id ?? emptyValue,
}
