import { refundStatuses, refunds } from '@kobo/contract/refunds'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { panelOf } from '../../record/panel.tsx'
import { isRefunding } from '../../transaction/in-progress.ts'
import { refundStatus } from '../../status/statuses.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'

const statuses = statusFilter(refundStatus, refundStatuses)

/** Refunds of collections. A row opens a side panel with links to both transactions. */
export const refundList = defineList(
  refunds.list,
  'refunds',
)({
  name: 'refunds',
  title: 'Refunds',
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
  filters: [merchantFilter(), statuses, dayRange()],
  exports: [statuses, dayRange()],
  changes: (reply) => reply.refunds.some((row) => isRefunding(row.status)),
  panel: panelOf(
    refunds.info,
    (reply) => reply,
  )({
    key: 'refundId',
    name: 'refund',
    title: 'Refund Details',
    request: (refundId) => ({ refundId }),
    changes: (refund) => isRefunding(refund.status),
    fields: [
      status(refundStatus),
      created(),
      { title: 'Merchant', cell: (refund) => <MerchantLink merchant={refund.merchant} /> },
      text('Customer', (refund) => refund.customerName),
      code('Account number', (refund) => refund.customerAccountNumber),
      text('Bank name', (refund) => refund.customerBankName),
      naira('Amount', (refund) => refund.amount),
      naira('Refund amount', (refund) => refund.refundAmount),
      text('Reason', (refund) => refund.reason),
      text('Requested by', (refund) => refund.requestedBy),
      {
        title: 'Transaction',
        cell: ({ transactionId, transactionReference }) => (
          <AccentLink to={paths.transaction(transactionId)}>{transactionReference ?? transactionId}</AccentLink>
        ),
      },
      {
        title: 'Refund transaction',
        cell: ({ refundTransactionId, refundReference }) => (
          <AccentLink to={paths.transaction(refundTransactionId)}>{refundReference ?? refundTransactionId}</AccentLink>
        ),
      },
    ],
    footer: ({ alert }) => alert && <ErrorAlert alert={alert} />,
  }),
})

/** The area's only list. */
export const tabs: ListTabs = [listTab('refunds', refundList)]
