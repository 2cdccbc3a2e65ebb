import { type ListTabs, listTab } from '../../list/list-page.tsx'
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

export { LedgerCheck as Actions } from './ledger-check.tsx'
