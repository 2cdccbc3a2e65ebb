import { childAccounts } from '@kobo/contract/child-accounts'
import { count, created, naira, text } from '../../columns/columns.tsx'
import { defineList } from '../../list/define-list.ts'
import { dayRange, textFilter } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'

/** Merchants with child accounts of their own, with totals of all matching rows. A row links to the accounts. */
export const merchantHolderList = defineList(childAccounts.merchants, 'merchants', {
  name: 'child-account-merchants',
  title: 'Merchants',
  columns: [
    created(),
    text('Business name', (row) => row.businessName, 280),
    count('Total child accounts', (row) => row.totalChildAccounts, 160),
    naira('Total balance', (row) => row.totalBalance, 170),
  ],
  cards: [
    { label: 'Total Balance', value: (reply) => formatNaira(reply.totalBalance) },
    { label: 'Total Child Accounts', value: (reply) => reply.totalChildAccounts },
    { label: 'Total Merchants', value: (reply) => reply.totalRecords },
  ],
  filters: [textFilter('name', 'Name'), dayRange()],
  exports: [textFilter('businessName', 'Name'), dayRange()],
  open: (row) => paths.merchantChildren(row.id),
})
