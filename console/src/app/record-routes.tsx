import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQueryOptions } from '../api/use-api-query.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute } from './root-route.tsx'
import { pages } from './pages.ts'

const MerchantTransactions = lazyComponent(
  () => import('../features/transactions/merchant-transactions.tsx'),
  'MerchantTransactions',
)
const MerchantWalletTransactions = lazyComponent(
  () => import('../features/transactions/wallet-transactions.tsx'),
  'MerchantWalletTransactions',
)
const MerchantCharges = lazyComponent(
  () => import('../features/merchants/charges/merchant-charges.tsx'),
  'MerchantCharges',
)

const merchant = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/merchants/$merchantId',
  validateSearch: addressRule(...listKeys, 'transactionId'),
  loader: prefetchRecord<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return apiQueryOptions(calls.info, { merchantId })
  }),
  component: lazyRouteComponent(async () => {
    const { MerchantPage } = await pages['/merchants/$merchantId']()
    return {
      default: function MerchantRoute() {
        const { merchantId } = merchant.useParams()
        return (
          <MerchantPage
            key={merchantId}
            merchantId={merchantId}
            tabs={[
              {
                status: 'transactions',
                label: 'Transactions',
                content: <MerchantTransactions merchantId={merchantId} />,
              },
              {
                status: 'wallet-transactions',
                label: 'Wallet transactions',
                content: <MerchantWalletTransactions merchantId={merchantId} />,
              },
              { status: 'charges', label: 'Charges', content: <MerchantCharges merchantId={merchantId} /> },
            ]}
          />
        )
      },
    }
  }),
})

const OwnWalletTransactions = lazyComponent(
  () => import('../features/transactions/own-wallet-transaction-list.tsx'),
  'OwnWalletTransactions',
)

const wallet = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/wallets/$walletId',
  validateSearch: addressRule(
    ...listKeys,
    'filterStatus',
    'category',
    'transactionId',
    'request',
    'requestId',
    'walletStatus',
    'review',
  ),
  loader: prefetchRecord<{ walletId: string }>(async ({ params: { walletId } }) => {
    const { wallets: calls } = await import('@kobo/contract/wallets')
    return apiQueryOptions(calls.info, { walletId })
  }),
  component: lazyRouteComponent(async () => {
    const { WalletPage } = await pages['/wallets/$walletId']()
    return {
      default: function WalletRoute() {
        const { walletId } = wallet.useParams()
        return (
          <WalletPage key={walletId} walletId={walletId} transactions={<OwnWalletTransactions walletId={walletId} />} />
        )
      },
    }
  }),
})

const merchantChildren = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/child-account/$merchantId/merchant',
  validateSearch: addressRule(...listKeys, 'accountId', 'transactionId'),
  loader: prefetchRecord<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return apiQueryOptions(calls.info, { merchantId })
  }),
  component: lazyRouteComponent(async () => {
    const { MerchantChildrenPage } = await pages['/child-account/$merchantId/merchant']()
    return {
      default: function MerchantChildrenRoute() {
        const { merchantId } = merchantChildren.useParams()
        return <MerchantChildrenPage key={merchantId} merchantId={merchantId} />
      },
    }
  }),
})

const customerChildren = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/child-account/$walletId/customer',
  validateSearch: addressRule(...listKeys, 'accountId', 'transactionId'),
  loader: prefetchRecord<{ walletId: string }>(async ({ params: { walletId } }) => {
    const { wallets: calls } = await import('@kobo/contract/wallets')
    return apiQueryOptions(calls.info, { walletId })
  }),
  component: lazyRouteComponent(async () => {
    const { CustomerChildrenPage } = await pages['/child-account/$walletId/customer']()
    return {
      default: function CustomerChildrenRoute() {
        const { walletId } = customerChildren.useParams()
        return <CustomerChildrenPage key={walletId} walletId={walletId} />
      },
    }
  }),
})

const merchantSubAccounts = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/sub-accounts/$merchantId',
  validateSearch: addressRule(...listKeys),
  loader: prefetchRecord<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return apiQueryOptions(calls.info, { merchantId })
  }),
  component: lazyRouteComponent(async () => {
    const { MerchantSubAccountsPage } = await pages['/sub-accounts/$merchantId']()
    return {
      default: function MerchantSubAccountsRoute() {
        const { merchantId } = merchantSubAccounts.useParams()
        return <MerchantSubAccountsPage key={merchantId} merchantId={merchantId} />
      },
    }
  }),
})

const settlementKeys = ['filterStatus', 'category', 'startDate', 'endDate']
const subAccountSettlements = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/sub-accounts/$merchantId/$subAccountId',
  validateSearch: addressRule(...listKeys, ...settlementKeys, 'receipts'),
  loader: prefetchRecord<{ merchantId: string; subAccountId: string }>(async ({ params: { subAccountId } }) => {
    const { subAccounts: calls } = await import('@kobo/contract/sub-accounts')
    return apiQueryOptions(calls.info, { subaccountId: subAccountId })
  }),
  component: lazyRouteComponent(async () => {
    const { SubAccountSettlementsPage } = await pages['/sub-accounts/$merchantId/$subAccountId']()
    return {
      default: function SubAccountSettlementsRoute() {
        const ids = subAccountSettlements.useParams()
        return <SubAccountSettlementsPage key={ids.subAccountId} {...ids} />
      },
    }
  }),
})

const subAccountSettlement = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/sub-accounts/$merchantId/$subAccountId/$settlementId',
  validateSearch: addressRule(...listKeys),
  component: lazyRouteComponent(async () => {
    const { SettlementPage } = await pages['/sub-accounts/$merchantId/$subAccountId/$settlementId']()
    return {
      default: function SubAccountSettlementRoute() {
        const { settlementId, ...parents } = subAccountSettlement.useParams()
        return <SettlementPage key={settlementId} settlementId={settlementId} of={parents} />
      },
    }
  }),
})

const settlement = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/settlements/$settlementId',
  validateSearch: addressRule(...listKeys),
  component: lazyRouteComponent(async () => {
    const { SettlementPage } = await pages['/settlements/$settlementId']()
    return {
      default: function SettlementRoute() {
        const { settlementId } = settlement.useParams()
        return <SettlementPage key={settlementId} settlementId={settlementId} />
      },
    }
  }),
})

const bulkPayout = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/payout/$batchReference/bulk',
  validateSearch: addressRule(...listKeys, 'itemId', 'merchantId'),
  component: lazyRouteComponent(async () => {
    const { BatchPage } = await pages['/payout/$batchReference/bulk']()
    return {
      default: function BatchRoute() {
        const { batchReference } = bulkPayout.useParams()
        const { merchantId } = bulkPayout.useSearch()
        return <BatchPage key={batchReference} batchReference={batchReference} merchantId={merchantId} />
      },
    }
  }),
})

const transaction = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/payout/$transactionId/transaction-payout',
  validateSearch: addressRule(...listKeys, 'logId'),
  loader: prefetchRecord<{ transactionId: string }>(async ({ params: { transactionId } }) => {
    const { transactions: calls } = await import('@kobo/contract/transactions')
    return apiQueryOptions(calls.info, { transactionId })
  }),
  component: lazyRouteComponent(async () => {
    const [{ TransactionPage }, { RaiseDispute }] = await Promise.all([
      pages['/payout/$transactionId/transaction-payout'](),
      import('../features/disputes/initiate/raise-dispute.tsx'),
    ])
    return {
      default: function TransactionRoute() {
        const { transactionId } = transaction.useParams()
        return <TransactionPage key={transactionId} transactionId={transactionId} More={RaiseDispute} />
      },
    }
  }),
})

const ledgerAccount = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/ledger-position/$accountId',
  validateSearch: addressRule(...listKeys, 'startDate', 'endDate', 'entryId'),
  component: lazyRouteComponent(async () => {
    const { LedgerAccountPage } = await pages['/ledger-position/$accountId']()
    return {
      default: function LedgerAccountRoute() {
        const { accountId } = ledgerAccount.useParams()
        return <LedgerAccountPage key={accountId} accountId={accountId} />
      },
    }
  }),
})

/** Detail pages. Content from several features is composed here. */
export const records = [
  merchant,
  wallet,
  merchantChildren,
  customerChildren,
  merchantSubAccounts,
  subAccountSettlements,
  subAccountSettlement,
  settlement,
  bulkPayout,
  transaction,
  ledgerAccount,
]
