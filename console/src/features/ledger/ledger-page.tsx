import { ListPage, type ListTabs, listTab } from '../../list/list-page.tsx'
import { LedgerCheck } from './ledger-check.tsx'
import {
  childPositionList,
  merchantPositionList,
  providerPositionList,
  storePositionList,
  subAccountPositionList,
  terminalPositionList,
  walletPositionList,
} from './position-lists.tsx'

export const tabs: ListTabs = [
  listTab('merchants', merchantPositionList),
  listTab('wallets', walletPositionList),
  listTab('child-accounts', childPositionList),
  listTab('sub-accounts', subAccountPositionList),
  listTab('stores', storePositionList),
  listTab('terminals', terminalPositionList),
  listTab('provider', providerPositionList),
]

/** Page of account positions on a day, with the ledger check. */
export function LedgerPage() {
  return <ListPage title="Ledger Position" tabs={tabs} actions={<LedgerCheck />} />
}
