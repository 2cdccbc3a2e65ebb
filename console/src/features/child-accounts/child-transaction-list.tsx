import { childAccounts, childChargeCategories } from '@kobo/contract/child-accounts'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { reference, sessionId } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { panelOf } from '../../record/panel.tsx'
import { merchantTransaction } from '../../status/statuses.ts'
import { LinkedCharge } from '../../transaction/related-links.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { sentenceCase } from '../../ui/format-text.ts'

/** Transactions of one child account. A row opens a side panel with the charges and the counterparty. */
export const childTransactionList = defineList(
  childAccounts.transactions,
  'transactions',
)({
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
  changes: ({ transactions }) => transactions.some(isPending),
  panel: panelOf(
    childAccounts.transactionInfo,
    (reply) => reply.transaction,
  )({
    key: 'transactionId',
    name: 'child transaction',
    title: 'Transaction Details',
    request: (transactionId) => ({ transactionId }),
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
      text('From', (transaction) => transaction.originatorAccountName),
      code('From account', (transaction) => transaction.originatorAccountNumber),
      text('From bank', (transaction) => transaction.originatorBankName),
      text('To', (transaction) => transaction.beneficiaryAccountName),
      code('To account', (transaction) => transaction.beneficiaryAccountNumber),
      text('To bank', (transaction) => transaction.beneficiaryBankName),
      text('Narration', (transaction) => transaction.narration),
      reference((transaction) => transaction.reference),
      sessionId((transaction) => transaction.sessionId),
      text('Alert', (transaction) => transaction.alert),
    ],
    footer: ({ id }) => id && <TransactionLink transactionId={id} />,
  }),
})

function isPending({ status: at }: { status: string }): boolean {
  return isInProgress(at)
}
