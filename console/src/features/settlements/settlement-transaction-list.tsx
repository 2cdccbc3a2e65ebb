import { settlements } from '@kobo/contract/settlements'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'
import { merchantTransaction } from '../../status/statuses.ts'

/** Collections that a settlement pays out. A row links to the collection. */
export const settlementTransactionList = defineList(settlements.transactions, 'transactions', {
  name: 'settlement-transactions',
  title: 'Transactions',
  columns: [
    created(),
    code('Reference', (row) => row.reference, 290),
    text('Account name', (row) => row.accountName, 180),
    naira('Amount', (row) => row.amount, 130),
    naira('Charges', (row) => row.charges, 110),
    naira('Other shares', (row) => row.otherShares, 125),
    naira('Deductions', (row) => row.deductions, 125),
    naira('Settled amount', (row) => row.settledAmount, 135),
    status(merchantTransaction, 115),
  ],
  cards: [
    { label: 'Collected', value: ({ sums }) => sums && formatNaira(sums.amount) },
    { label: 'Charges', value: ({ sums }) => sums && formatNaira(sums.charges) },
    {
      label: 'Other shares',
      value: ({ sums }) => sums && formatNaira(sums.otherShares),
      note: 'of partners and the merchant',
    },
    {
      label: 'Deductions',
      value: ({ sums }) => sums && formatNaira(sums.deductions),
      note: 'refunds and dispute holds',
    },
    { label: 'Settled', value: ({ sums }) => sums && formatNaira(sums.settledAmount) },
  ],
  filters: [dayRange()],
  changesWhile: (reply) => reply.settlement?.status === 'PENDING',
  open: (row) => paths.transaction(row.id),
})
