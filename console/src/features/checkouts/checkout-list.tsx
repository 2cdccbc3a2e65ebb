import { type CheckoutInfo, checkouts, yesOrNo } from '@kobo/contract/checkouts'
import { payAddress } from '../../columns/payment-url.tsx'
import { code, created, moment, naira, status, text } from '../../columns/columns.tsx'
import { merchantLink, recordLink } from '../../columns/record-link.tsx'
import { reference, sessionId } from '../../columns/copyable-code.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { panel } from '../../record/panel.tsx'
import { checkoutPaid, statusOptions } from '../../status/statuses.ts'
import { Payments } from '../../transaction/payments.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { emptyValue } from '../../ui/format-text.ts'

const isPaid = status(checkoutPaid, { of: (row: { hasPaid: boolean }) => String(row.hasPaid), width: 110 })
const paidOptions = statusOptions(checkoutPaid, yesOrNo)

/** Checkouts, each for one payment. A row opens a side panel with its payments. */
export const checkoutList = defineList(checkouts.list, 'checkouts', {
  name: 'checkouts',
  columns: [
    created(),
    text('Merchant name', (row) => row.merchant?.businessName, 200),
    code('Reference', (row) => row.reference, 170),
    naira('Amount', (row) => row.amount, 130),
    naira('Charges', (row) => row.charges, 110),
    text('Payment method', (row) => row.paymentMethod, 130),
    isPaid,
  ],
  search: { key: 'reference', label: 'Search by reference or session ID' },
  filters: [merchantFilter(), choice('hasPaid', 'Status', paidOptions), dayRange()],
  exports: [
    choice('hasPaid', 'Status', paidOptions),
    choice('paymentMethod', 'Method', asWritten({ BANK_TRANSFER: 'Bank' }, { CARD: 'Card' })),
    dayRange(),
  ],
  words: { filterTitle: 'Filter By Merchant' },
  // The payer may pay at any time.
  changes: (checkout) => !checkout.hasPaid && 'slow',
  panel: panel(checkouts.info, 'info', {
    title: 'Checkout Transaction Details',
    history: 'checkout',
    withoutEmpty: true,
    fields: [
      ['Amount', 'Status'],
      created('Date and Time'),
      naira('Amount Paid', amountPaid),
      ['Charges'],
      naira('Settlement Amount', (checkout) => checkout.transaction?.totalSettlementAmount),
      text('Narration', (checkout) => checkout.transaction?.narration),
      text('Payment Method', (checkout) => checkout.transaction?.paymentMethod),
      reference((checkout) => checkout.reference, 'Transaction Ref.'),
      sessionId((checkout) => checkout.transaction?.sessionId),
      text('Description', (checkout) => checkout.narration),
      merchantLink,
      recordLink(
        'Paid into',
        ({ virtualAccount: account }) =>
          account && { to: paths.virtualAccount({ virtualAccountId: account.id }), text: account.accountNumber },
      ),
      text('Bank name', (checkout) => checkout.virtualAccount?.bankName),
      moment('Expires', (checkout) => checkout.expiresAt),
      moment('Closed', (checkout) => checkout.closedAt),
      payAddress('Checkout page', (checkout) => checkout.link),
      {
        title: 'Payments',
        cell: ({ payments }) => (payments && payments.length > 0 ? <Payments of={payments} /> : emptyValue),
      },
    ],
    footer: ({ transaction }) => transaction?.id && <TransactionLink transactionId={transaction.id} />,
  }),
})

/** Falls back to the requested amount, since a checkout accepts no other. */
function amountPaid({ hasPaid, amount, transaction }: CheckoutInfo): number | null {
  return hasPaid ? (transaction?.amount ?? amount) : null
}

export const tabs: ListTabs = [listTab('checkouts', checkoutList)]
