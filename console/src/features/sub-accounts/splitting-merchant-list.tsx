import { subAccounts } from '@kobo/contract/sub-accounts'
import { count, created, naira, text } from '../../columns/columns.tsx'
import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { defineList } from '../../list/define-list.ts'
import { textFilter } from '../../list/filter-fields.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { paths } from '../../paths.ts'

/** Merchants with sub-accounts, and their unsettled shares. A row links to the sub-accounts. */
export const splittingMerchantList = defineList(subAccounts.merchants, 'merchants', {
  name: 'sub-account-merchants',
  title: 'Merchants',
  columns: [
    created(),
    text('Business name', (row) => row.businessName, 280),
    count('Total sub accounts', (row) => row.totalChildAccounts, 160),
    naira('Total balance', (row) => row.totalBalance, 170),
  ],
  cards: [
    { label: 'Total Balance', value: (reply) => formatNaira(reply.totalBalance) },
    { label: 'Total Sub Accounts', value: (reply) => reply.totalChildAccounts },
    { label: 'Total Merchants', value: (reply) => reply.totalRecords },
  ],
  filters: [textFilter('name', 'Name')],
  exports: [textFilter('businessName', 'Name')],
  open: (row) => paths.merchantSubAccounts(row.id),
})

export const tabs: ListTabs = [listTab('merchants', splittingMerchantList)]
