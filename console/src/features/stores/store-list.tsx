import { stores } from '@kobo/contract/stores'
import { count, created, link, naira, text } from '../../columns/columns.tsx'
import { accountNumber } from '../../columns/copyable-code.tsx'
import { frozenMark } from '../../columns/frozen.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { merchantFilter } from '../../people/merchant-filter.tsx'
import { customPanel } from '../../record/panel.tsx'
import type { Store } from './store-panel.tsx'

/** Stores with their balances. A row links to the store's terminals, and opens a panel. */
export const storeList = defineList(stores.list, 'stores', {
  name: 'stores',
  columns: [
    created(),
    frozenMark(text('Store', (row: Store) => row.name, 150)),
    text('Shop', (row) => row.shop?.name, 140),
    text('Branch', (row) => row.shop?.branch, 130),
    text('Merchant', (row) => row.merchant?.businessName, 140),
    accountNumber((row) => row.accountNumber, 150),
    count('Terminals', (row) => row.terminals ?? undefined, 90),
    naira('Balance', (row) => row.balance, 140),
    link<Store>('Action', 'View'),
  ],
  search: { key: 'name', label: 'Search by name or account number' },
  filters: [merchantFilter()],
  urlNames: { merchant: 'merchant' },
  exports: [textFilter('name', 'Name')],
  open: ({ id, name }) => paths.stores({ status: 'terminals', store: id, storeName: name }),
  panel: customPanel('storeId', () => import('./store-panel.tsx'), 'StorePanel'),
})
