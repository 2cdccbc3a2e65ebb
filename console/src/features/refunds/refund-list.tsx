import { refundStatuses, refunds } from '@kobo/contract/refunds'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink, transactionLink } from '../../columns/record-link.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { choices } from '../../list/choices-filter.tsx'
import { dayRange } from '../../list/filter-fields.tsx'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { replyPanel } from '../../record/panel.tsx'
import { isRefunding } from '../../transaction/in-progress.ts'
import { refundStatus, statusOptions } from '../../status/statuses.ts'

/** Refunds of collections. A row opens a side panel with links to both transactions. */
export const refundList = defineList(refunds.list, 'refunds', {
  name: 'refunds',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 165),
    text('Customer', (row) => row.customerName, 140),
    code('Transaction reference', (row) => row.transactionReference, 150),
    naira('Amount', (row) => row.amount, 115),
    naira('Refund amount', (row) => row.refundAmount, 125),
    text('Reason', (row) => row.reason, 128),
    status(refundStatus, 122),
  ],
  search: { key: 'search', label: 'Search by reference or customer' },
  filters: [merchantFilter(), choices('status', 'Status', statusOptions(refundStatus, refundStatuses)), dayRange()],
  changes: (row) => isRefunding(row.status),
  panel: replyPanel(refunds.info, {
    title: 'Refund Details',
    history: 'refund',
    fields: [
      ['Status', 'Date created'],
      merchantLink,
      ['Customer'],
      code('Account number', (refund) => refund.customerAccountNumber),
      text('Bank name', (refund) => refund.customerBankName),
      ['Amount', 'Refund amount', 'Reason'],
      text('Requested by', (refund) => refund.requestedBy),
      transactionLink('Transaction', (refund) => [refund.transactionId, refund.transactionReference]),
      transactionLink('Refund transaction', (refund) => [refund.refundTransactionId, refund.refundReference]),
    ],
  }),
})

export const tabs: ListTabs = [listTab('refunds', refundList)]
