import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { accountList } from './account-list.tsx'
import { paidInList } from './collection-list.tsx'

export const tabs: ListTabs = [listTab('accounts', accountList), listTab('transactions', paidInList)]
