import { activities } from '@kobo/contract/kit/choice'
import { stores } from '@kobo/contract/stores'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { accountNumber } from '../../columns/copyable-code.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { recordFilter } from '../../list/record-filter.tsx'
import { paths } from '../../paths.ts'
import { activeStatus } from '../../status/statuses.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const StorePicker = lazyComponent(() => import('./store-pickers.tsx'), 'StorePicker')

const storeFilter = recordFilter({ key: 'store', sends: 'storeId', label: 'Store' }, StorePicker)

/** Terminals with their balances. A row links to the terminal's transactions. */
export const terminalList = defineList(stores.terminals, 'terminals', {
  name: 'terminals',
  columns: [
    created(),
    code('Serial number', (row) => row.serialNumber, 140),
    text('Store', (row) => row.store?.name, 180),
    text('Merchant', (row) => row.merchant?.businessName, 190),
    accountNumber((row) => row.accountNumber, 150),
    naira('Balance', (row) => row.balance, 140),
    status(activeStatus, 110),
  ],
  filters: [textFilter('serialNumber', 'Serial number'), statusFilter(activeStatus, activities), storeFilter],
  urlNames: { serialNumber: 'serialNumber', status: 'filterStatus', store: 'store', storeName: 'storeName' },
  open: ({ id, serialNumber }) => paths.stores({ terminal: id, terminalName: serialNumber }),
})
