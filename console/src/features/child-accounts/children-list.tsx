import { childAccounts } from '@kobo/contract/child-accounts'
import { defineList } from '../../list/define-list.ts'
import { paths } from '../../paths.ts'
import { accountCards, accountColumns, accountExports, accountFilters, accountSearch } from './account-columns.tsx'

/** A merchant's own child accounts. A row links to the account's transactions. */
export const merchantChildrenList = defineList(childAccounts.merchantAccounts, 'accounts', {
  name: 'child-accounts-of-merchant',
  title: 'Child accounts',
  columns: accountColumns,
  cards: accountCards,
  search: accountSearch,
  filters: accountFilters,
  exports: accountExports,
  open: ({ id, merchant }) => (merchant?.id ? paths.merchantChildren(merchant.id, { accountId: id }) : undefined),
})

/** A customer's child accounts. A row links to the account's transactions. */
export const customerChildrenList = defineList(childAccounts.walletAccounts, 'accounts', {
  name: 'child-accounts-of-customer',
  title: 'Child accounts',
  columns: accountColumns,
  cards: accountCards,
  search: accountSearch,
  filters: accountFilters,
  exports: accountExports,
  open: ({ id, wallet }) => (wallet ? paths.customerChildren(wallet.id, { accountId: id }) : undefined),
})
