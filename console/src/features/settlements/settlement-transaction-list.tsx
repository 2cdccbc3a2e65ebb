import { settlements } from '@kobo/contract/settlements'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { listWords } from '../../list/list-words.ts'
import { paths } from '../../paths.ts'
import { merchantTransaction } from '../../status/statuses.ts'

/** The collections that a settlement pays out; a row leads to the collection. */
export const settlementTransactionList = defineList(
  settlements.transactions,
  'transactions',
)({
  name: 'settlement-transactions',
  title: 'Transactions',
  columns: [
    created(),
    code('Reference', (row) => row.reference, 300),
    text('Account name', (row) => row.accountName, 220),
    naira('Amount', (row) => row.amount),
    naira('Charges', (row) => row.charges),
    naira('Settled amount', (row) => row.settledAmount),
    status(merchantTransaction),
  ],
  filters: [dayRange()],
  exports: [dayRange()],
  words: listWords,
  changes: (reply) => reply.settlement?.status === 'PENDING',
  open: (row) => paths.transaction(row.id),
})
