import { billPayments, billStatuses } from '@kobo/contract/bill-payments'
import { billCategories } from '@kobo/contract/kit/bill-category'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink } from '../../columns/record-link.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { accountNumber, reference } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { panel } from '../../record/panel.tsx'
import { billPayment } from '../../status/service-statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { TransactionLink } from '../../transaction/transaction-link.tsx'

const statuses = statusFilter(billPayment, billStatuses)

/** Payments to billers. A row opens a side panel with a link to the transaction. */
export const billList = defineList(billPayments.list, 'billPayments', {
  name: 'bill-payments',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 165),
    text('Category', (row) => categoryWords(row.category), 110),
    text('Biller', (row) => row.biller, 140),
    code('Customer', (row) => row.customer, 140),
    code('Reference', (row) => row.reference, 210),
    naira('Amount', (row) => row.amount, 120),
    status(billPayment, 110),
  ],
  search: { key: 'search', label: 'Search by reference or customer' },
  filters: [merchantFilter(), choice('category', 'Category', asWritten(...billCategories)), statuses, dayRange()],
  exports: [
    choice('category', 'Category', asWritten(...billCategories)),
    choice('status', 'Status', asWritten('SUCCESS', 'pending', 'failed')),
    dayRange(),
  ],
  changes: isPending,
  panel: panel(billPayments.info, 'billPayment', {
    title: 'Bill Payment',
    fields: [
      ['Status', 'Date created'],
      merchantLink,
      text('Payer', (bill) => bill.payerName),
      accountNumber((bill) => bill.payerNumber),
      ['Category', 'Biller', 'Customer', 'Amount'],
      naira('Commission', (bill) => bill.commission),
      naira('VAT in commission', (bill) => bill.commissionVat),
      reference((bill) => bill.reference),
    ],
    footer: ({ transactionId }) => <TransactionLink transactionId={transactionId} />,
  }),
})

function categoryWords(category: string | null | undefined): string {
  return category === 'CABLE_TV' ? 'Cable TV' : sentenceCase(category)
}

function isPending({ status: at }: { status: string }): boolean {
  return at === 'PENDING'
}
