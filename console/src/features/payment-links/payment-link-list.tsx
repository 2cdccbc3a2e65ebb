import { linkStatuses, paymentLinks } from '@kobo/contract/payment-links'
import { payAddress } from '../../columns/payment-url.tsx'
import { created, moment, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { copyableCode, reference } from '../../columns/copyable-code.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { panel } from '../../record/panel.tsx'
import { linkPaid, paymentLink } from '../../status/statuses.ts'
import { Payments } from '../../transaction/payments.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { emptyValue } from '../../ui/format-text.ts'

const isPaid = status(linkPaid, {
  title: 'Payment',
  of: (row: { hasPaid: boolean }) => String(row.hasPaid),
  width: 110,
})
const statuses = statusFilter(paymentLink, linkStatuses)

/** Public URLs that each accept one payment. A row opens a side panel. */
export const paymentLinkList = defineList(
  paymentLinks.list,
  'paymentLinks',
)({
  name: 'payment-links',
  title: 'Payment links',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 180),
    text('Description', (row) => row.description, 180),
    copyableCode('Link', {
      of: (row) => row.link,
      // All links share the origin, so it is left out.
      shown: (row) => row.link?.replace(/^https?:\/\/[^/]+/, ''),
      label: 'Copy link',
      toast: 'Link copied successfully',
      width: 230,
    }),
    naira('Amount', (row) => row.amount, 130),
    isPaid,
    status(paymentLink, 110),
  ],
  search: { key: 'search', label: 'Search by reference or description' },
  filters: [statuses, dayRange()],
  exports: [statuses, dayRange()],
  // The payer may pay at any time.
  changes: (reply) => reply.paymentLinks.some((link) => link.status === 'ACTIVE') && 'slow',
  panel: panel(
    paymentLinks.info,
    'linkInfo',
  )({
    key: 'paymentLinkId',
    name: 'payment link',
    title: 'Transaction Summary',
    request: (paymentLinkId) => ({ paymentLinkId }),
    fields: [
      status(paymentLink),
      isPaid,
      created(),
      { title: 'Merchant', cell: (link) => <MerchantLink merchant={link.merchant} /> },
      text('Description', (link) => link.description),
      payAddress('Link', (link) => link.link),
      naira('Amount', (link) => link.amount),
      naira('Charges', (link) => link.charges),
      reference((link) => link.reference),
      {
        title: 'Checkout',
        cell: ({ checkoutId }) =>
          checkoutId ? <AccentLink to={paths.checkout({ checkoutId })}>Open checkout</AccentLink> : emptyValue,
      },
      moment('Paid', (link) => link.paidAt),
      moment('Inactive since', (link) => link.inactiveAt),
      text('Account number', (link) => link.accountNumber),
      { title: 'Payments', cell: (link) => <Payments of={link.payments} /> },
    ],
    footer: ({ transactionId }) => transactionId && <TransactionLink transactionId={transactionId} />,
  }),
})

/** The area's only list. */
export const tabs: ListTabs = [listTab('links', paymentLinkList)]
