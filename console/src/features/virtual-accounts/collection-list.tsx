import { paidInStatuses, paymentMethods, virtualAccounts } from '@kobo/contract/virtual-accounts'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { isInProgress } from '../../transaction/in-progress.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { paidIn } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const statuses = statusFilter(paidIn, paidInStatuses)

/** Collections on virtual accounts, credited or declined. A row links to the transaction, which states the reason. */
export const paidInList = defineList(virtualAccounts.transactions, 'transactions', {
  name: 'virtual-account-transactions',
  title: 'Transactions',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 180),
    code('Account number', (row) => row.accountNumber),
    text('Sender', (row) => row.senderName, 150),
    naira('Amount', (row) => row.amount, 125),
    text('Payment method', (row) => row.paymentMethod, 130),
    code('Reference', (row) => row.reference, 165),
    status(paidIn, 110),
  ],
  search: { key: 'reference', label: 'Search by reference or session ID' },
  filters: [
    merchantFilter(),
    choice('paymentMethod', 'Payment method', asWritten(...paymentMethods)),
    statuses,
    dayRange(),
  ],
  exports: [
    choice('paymentMethod', 'Method', asWritten({ BANK_TRANSFER: 'Bank' }, { CARD: 'Card' })),
    statuses,
    dayRange(),
  ],
  changes: ({ status: at }) => isInProgress(at) && 'slow',
  open: (row) => paths.transaction(row.id),
})
