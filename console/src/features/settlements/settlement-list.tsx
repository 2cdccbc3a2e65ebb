import { type Settlement, settlementCategories, settlements } from '@kobo/contract/settlements'
import { code, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { asWritten, choice, dayRange } from '../../list/filter-fields.tsx'
import { recordFilter } from '../../list/record-filter.tsx'
import { paths } from '../../paths.ts'
import { settlement } from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { RetrySettlement } from './retry-settlement.tsx'

const SubAccountPicker = lazyComponent(() => import('./sub-account-picker.tsx'), 'SubAccountPicker')

const subAccountFilter = recordFilter(
  { key: 'subAccount', sends: 'subaccountId', label: 'Sub account' },
  SubAccountPicker,
)

const filters = [
  statusFilter(settlement, ['SUCCESSFUL', 'PENDING', 'FAILED']),
  choice(
    'category',
    'Category',
    settlementCategories.map((value) => ({ value, label: sentenceCase(value) })),
  ),
  dayRange(),
]
const money = [
  text('Category', (row: Settlement) => row.category && sentenceCase(row.category), 170),
  code('Reference', (row: Settlement) => row.reference, 160),
  naira('Amount', (row: Settlement) => row.amount, 125),
  status<Settlement>(settlement, 115),
]
const common = {
  title: 'Settlements',
  exports: [choice('status', 'Status', asWritten('successful', 'pending', 'failed')), dayRange()],
  search: { key: 'search' as const, label: 'Search by name or reference' },
  changes: ({ status: at }: Settlement) => at === 'PENDING',
  open: detailsOf,
  menu: (row: Settlement) => [
    { text: 'View Details', to: detailsOf(row) },
    ...(row.status === 'FAILED' && !row.retryBlocker
      ? [{ text: 'Retry transaction', call: settlements.resend, Dialog: RetrySettlement }]
      : []),
  ],
}
const urlNames = { status: 'filterStatus', category: 'category', startDate: 'startDate', endDate: 'endDate' }

/** Settlements of merchants and sub-accounts. */
export const settlementList = defineList(settlements.list, 'settlements', {
  ...common,
  name: 'settlements',
  columns: [
    created(),
    text('Merchant', (row) => row.merchant?.businessName, 185),
    text('Sub account', (row) => row.subAccount?.name, 170),
    ...money,
  ],
  filters: [subAccountFilter, ...filters],
  urlNames: { ...urlNames, subAccount: 'subAccount' },
})

/** Settlements of one sub-account. */
export const subAccountSettlementList = defineList(settlements.list, 'settlements', {
  ...common,
  name: 'sub-account-settlements',
  columns: [created(), ...money],
  filters,
  urlNames,
})

/** Returns the path of a settlement's page. */
function detailsOf({ id, merchant, subAccount }: Settlement): string {
  return merchant?.id && subAccount?.id
    ? paths.subAccountSettlement(merchant.id, subAccount.id, id)
    : paths.settlement(id)
}

export const tabs: ListTabs = [listTab('settlements', settlementList)]
