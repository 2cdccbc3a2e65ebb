import type { TransactionRow } from '@kobo/contract/transaction-records'
import { transactions } from '@kobo/contract/transactions'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { orEmpty } from '../../ui/empty.ts'
import { payoutTransaction } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'
import { listWords } from './list-words.ts'
import { codeColumn, createdColumn, nairaColumn, statusColumn } from './payout-columns.tsx'
import { SummaryButton } from './summary-button.tsx'

/** Every payout that has become a transaction; a row leads to its page. */
export const payoutList = defineList(
  transactions.merchantList,
  (reply) => reply.transactions,
)({
  name: 'payouts',
  title: 'Payouts',
  columns: [
    createdColumn<TransactionRow>(),
    { title: 'Beneficiary name', text: (row) => orEmpty(row.beneficiaryAccountName), width: 190 },
    codeColumn('Account number', (row) => row.beneficiaryAccountNumber, 130),
    { title: 'Bank name', text: (row) => orEmpty(row.beneficiaryBankName), width: 130 },
    codeColumn('Bank code', (row) => row.beneficiaryBankCode, 100),
    nairaColumn('Amount', (row) => row.amount),
    nairaColumn('Charges', (row) => row.charges, 110),
    statusColumn(payoutTransaction, 110),
    {
      title: 'Action',
      cell: (row) => <SummaryButton transactionId={row.id} />,
      width: 90,
    },
  ],
  always: { category: 'BANK_TRANSFER' },
  search: { key: 'reference', label: 'Search by reference' },
  filters: [
    choice('type', 'Type', [
      { value: 'DEBIT', label: 'Debit' },
      { value: 'CREDIT', label: 'Credit' },
    ]),
    dayRange(),
  ],
  exports: [
    choice('type', 'Type', asWritten('credit', 'debit')),
    choice('status', 'Status', asWritten('success', 'pending', 'failed')),
    dayRange(),
  ],
  urlNames: { type: 'type', startDate: 'startDate', endDate: 'endDate' },
  words: listWords,
  open: (row) => paths.transaction(row.id),
})
