import { type ListTabs, listTab } from '../../list/list-page.tsx'
import { customerHolderList } from './customer-holder-list.tsx'
import { merchantHolderList } from './merchant-holder-list.tsx'

export const tabs: ListTabs = [listTab('merchants', merchantHolderList), listTab('customers', customerHolderList)]
