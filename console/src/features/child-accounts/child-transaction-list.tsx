import { childAccounts, childChargeCategories } from '@kobo/contract/child-accounts'
import { created, naira, status, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { panel } from '../../record/panel.tsx'
import { merchantTransaction } from '../../status/statuses.ts'
import { LinkedCharge } from '../../transaction/related-links.tsx'
import { transferFields } from '../../transaction/transfer-fields.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { sentenceCase } from '../../ui/format-text.ts'

/** Transactions of one child account. A row opens a side panel with the charges and the counterparty. */
export const childTransactionList = defineList(childAccounts.transactions, 'transactions', {
  name: 'child-transactions',
  title: 'Transactions',
  columns: [
    created(),
    text('Type', (row) => sentenceCase(row.type), 90),
    text('Category', (row) => sentenceCase(row.category), 230),
    naira('Amount', (row) => row.amount),
    status(merchantTransaction, 120),
  ],
  filters: [
    choice('type', 'Type', [
      { value: 'CREDIT', label: 'Credit' },
      { value: 'DEBIT', label: 'Debit' },
    ]),
    choice('status', 'Status', [
      { value: 'success', label: 'Success' },
      { value: 'pending', label: 'Pending' },
      { value: 'failed', label: 'Failed' },
    ]),
    choice(
      'category',
      'Charge category',
      childChargeCategories.map((value) => ({ value, label: sentenceCase(value) })),
    ),
    dayRange(),
  ],
  exports: [
    choice('type', 'Type', asWritten('credit', 'debit')),
    choice('status', 'Status', asWritten('success', 'pending', 'failed')),
    dayRange(),
  ],
  changes: isPending,
  panel: panel(childAccounts.transactionInfo, 'transaction', {
    name: 'child transaction',
    title: 'Transaction Details',
    changes: isPending,
    fields: [
      status(merchantTransaction),
      created(),
      text('Type', (transaction) => sentenceCase(transaction.type)),
      text('Category', (transaction) => sentenceCase(transaction.category)),
      naira('Amount', (transaction) => transaction.amount),
      naira('Charges', (transaction) => transaction.charges),
      naira('Fee', (transaction) => transaction.chargeLines?.fee),
      naira('VAT', (transaction) => transaction.chargeLines?.vat),
      naira('Stamp duty', (transaction) => transaction.chargeLines?.stampDuty),
      { title: 'Linked transaction', cell: (transaction) => <LinkedCharge transaction={transaction} /> },
      ...transferFields,
    ],
    footer: ({ id }) => id && <TransactionLink transactionId={id} />,
  }),
})

function isPending({ status: at }: { status: string }): boolean {
  return isInProgress(at)
}
