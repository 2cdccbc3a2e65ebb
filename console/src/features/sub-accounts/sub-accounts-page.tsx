import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { splittingMerchantList } from './splitting-merchant-list.tsx'

export const tabs: ListTabs = [listTab('merchants', splittingMerchantList)]

/** Page of the merchants with sub-accounts. */
export function SubAccountsPage() {
  return <ListPage title="Sub Accounts" tabs={tabs} />
}
