import { activities } from '@kobo/contract/kit/choice'
import { shops } from '@kobo/contract/shops'
import { count, created, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { paths } from '../../paths.ts'
import { activeStatus } from '../../status/statuses.ts'

/** Shops of merchants. A row links to the shop's page. */
export const shopList = defineList(shops.list, 'shops', {
  name: 'shops',
  columns: [
    created(),
    text('Shop name', (row) => row.name, 210),
    text('Merchant name', (row) => row.merchant?.businessName, 230),
    text('Branch', (row) => row.branch, 190),
    count('Stores', (row) => row.stores ?? undefined, 90),
    count('Terminals', (row) => row.terminals ?? undefined, 110),
    status(activeStatus, 120),
  ],
  filters: [textFilter('name', 'Name'), statusFilter(activeStatus, activities)],
  open: ({ id }) => paths.shop(id),
})

export const tabs: ListTabs = [listTab('shops', shopList)]
