import { linkStatuses, paymentLinks } from '@kobo/contract/payment-links'
import { payAddress } from '../../columns/payment-url.tsx'
import { created, moment, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink, recordLink } from '../../columns/record-link.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { copyableCode, reference } from '../../columns/copyable-code.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { panel } from '../../record/panel.tsx'
import { linkPaid, paymentLink } from '../../status/statuses.ts'
import { Payments } from '../../transaction/payments.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'

const isPaid = status(linkPaid, {
  title: 'Payment',
  of: (row: { hasPaid: boolean }) => String(row.hasPaid),
  width: 110,
})

/** Public URLs that each accept one payment. A row opens a side panel. */
export const paymentLinkList = defineList(paymentLinks.list, 'links', {
  name: 'payment-links',
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
  filters: [statusFilter(paymentLink, linkStatuses), dayRange()],
  // The payer may pay at any time.
  changes: (link) => link.status === 'ACTIVE' && 'slow',
  panel: panel(paymentLinks.info, 'linkInfo', {
    title: 'Transaction Summary',
    history: 'payment_link',
    fields: [
      ['Status', 'Payment', 'Date created'],
      merchantLink,
      ['Description'],
      payAddress('Link', (link) => link.link),
      ['Amount'],
      naira('Charges', (link) => link.charges),
      reference((link) => link.reference),
      recordLink('Checkout', ({ checkoutId }) =>
        checkoutId ? { to: paths.checkout({ checkoutId }), text: 'Open checkout' } : null,
      ),
      moment('Paid', (link) => link.paidAt),
      moment('Inactive since', (link) => link.inactiveAt),
      text('Account number', (link) => link.accountNumber),
      { title: 'Payments', cell: (link) => <Payments of={link.payments} /> },
    ],
    footer: ({ transactionId }) => transactionId && <TransactionLink transactionId={transactionId} />,
  }),
})

export const tabs: ListTabs = [listTab('links', paymentLinkList)]
