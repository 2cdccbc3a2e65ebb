import { transactions } from '@kobo/contract/transactions'
import { code, created, link, naira, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { payoutTransaction } from '../../status/statuses.ts'
import { customPanel } from '../../record/panel.tsx'
import { paths } from '../../paths.ts'

/** Payouts that have become transactions. A row links to the transaction's page; its summary opens a side panel. */
export const payoutList = defineList(transactions.merchantList, 'transactions', {
  name: 'payouts',
  columns: [
    created(),
    text('Beneficiary name', (row) => row.beneficiaryAccountName, 190),
    code('Account number', (row) => row.beneficiaryAccountNumber),
    text('Bank name', (row) => row.beneficiaryBankName, 130),
    code('Bank code', (row) => row.beneficiaryBankCode, 100),
    naira('Amount', (row) => row.amount),
    naira('Charges', (row) => row.charges, 110),
    status(payoutTransaction, 110),
    link('Action', 'Summary'),
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
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  open: (row) => paths.transaction(row.id),
  panel: customPanel('transactionId', () => import('./transaction-panel.tsx'), 'TransactionPanel'),
})
