import { type CardTransaction, cardTransactionStatuses, cards } from '@kobo/contract/cards'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { sentenceCase } from '../../ui/format-text.ts'
import { cardPayment } from './card-labels.ts'

const statuses = statusFilter(cardPayment, cardTransactionStatuses)
const payments = [
  code('Reference', (row: CardTransaction) => row.reference, 175),
  text('Used at', (row: CardTransaction) => row.acceptor, 160),
  naira('Amount', (row: CardTransaction) => row.amount, 130),
  text('Type', (row: CardTransaction) => sentenceCase(row.type), 85),
  status<CardTransaction>(cardPayment, 120),
]
const common = {
  search: { key: 'search' as const, label: 'Search by reference' },
  changes: ({ status: at }: CardTransaction) => at === 'PENDING',
  open: (row: CardTransaction) => paths.transaction(row.id),
}

/** Transactions of all issued cards, including declined ones. A row links to the transaction. */
export const cardTransactionList = defineList(cards.transactions, 'transactions', {
  ...common,
  name: 'card-transactions',
  title: 'Transactions',
  columns: [
    created(),
    code('Card', (row) => row.card?.maskedPan, 160),
    text('Merchant', (row) => row.merchant?.businessName, 160),
    ...payments,
  ],
  filters: [merchantFilter(), statuses, dayRange()],
})

/** Transactions of one card. */
export const oneCardsTransactionList = defineList(cards.transactions, 'transactions', {
  ...common,
  name: 'one-cards-transactions',
  title: 'Transactions',
  columns: [created(), ...payments, text('Reason', (row) => row.reason, 240)],
  filters: [statuses, dayRange()],
})
