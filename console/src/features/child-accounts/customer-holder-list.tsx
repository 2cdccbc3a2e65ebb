import { childAccounts } from '@kobo/contract/child-accounts'
import { activities } from '@kobo/contract/kit/choice'
import { count, created, naira, status, text } from '../../columns/columns.tsx'
import { statusFilter } from '../../columns/status-filter.ts'
import { defineList } from '../../list/define-list.ts'
import { dayRange } from '../../list/filter-fields.tsx'
import { activity } from '../../status/statuses.ts'
import { paths } from '../../paths.ts'

const statuses = statusFilter(activity, activities)

/** Customers' wallets with child accounts. A row links to these. */
export const customerHolderList = defineList(childAccounts.wallets, 'wallets', {
  name: 'child-account-customers',
  title: 'Customers',
  columns: [
    created(),
    text('Wallet name', (row) => row.accountName, 200),
    text('Merchant name', (row) => row.merchant?.businessName, 220),
    count('Total child accounts', (row) => row.totalChildAccounts, 160),
    naira('Total balance', (row) => row.totalBalance, 150),
    status(activity, 120),
  ],
  search: { key: 'name', label: 'Search by wallet name or account number' },
  filters: [statuses],
  exports: [statuses, dayRange()],
  urlNames: { status: 'filterStatus' },
  open: (row) => paths.customerChildren(row.id),
})
