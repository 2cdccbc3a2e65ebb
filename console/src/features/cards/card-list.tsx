import { cardStatuses, cards } from '@kobo/contract/cards'
import { code, created, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { choice, dayRange, textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { cardMenu } from './card-actions.tsx'
import { cardStatus, typeName, typeOptions } from './card-labels.ts'

const statuses = statusFilter(cardStatus, cardStatuses)
const types = choice('type', 'Card type', typeOptions)

/** Issued cards. A row links to the card's page. */
export const cardList = defineList(cards.list, 'cards', {
  name: 'cards',
  columns: [
    created(),
    text('Merchant', (row) => row.merchant?.businessName, 175),
    text('Card holder', (row) => row.holderName, 165),
    code('Card number', (row) => row.maskedPan, 165),
    text('Type', (row) => typeName(row.type), 90),
    text('Expires', (row) => row.expiry, 85),
    code('Batch reference', (row) => row.batchReference, 150),
    status(cardStatus, 105),
  ],
  search: { key: 'search', label: 'Search by holder or last four digits' },
  filters: [merchantFilter(), types, statuses, textFilter('batchReference', 'Batch reference'), dayRange()],
  exports: [types, statuses, dayRange()],
  open: (row) => paths.card(row.id),
  menu: cardMenu,
})
