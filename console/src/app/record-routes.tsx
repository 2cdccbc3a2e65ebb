import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { part } from '../ui/part.tsx'
import { addressRule, listKeys } from '../ui/use-address.ts'
import { asksEarly } from './ask-early.ts'
import { inside } from './inside.ts'
import { pages } from './pages.ts'

const MerchantTransactions = part(
  () => import('../features/transactions/merchant-transactions.tsx'),
  'MerchantTransactions',
)
const MerchantWalletTransactions = part(
  () => import('../features/transactions/wallet-transactions.tsx'),
  'MerchantWalletTransactions',
)
const MerchantCharges = part(() => import('../features/merchants/charges/merchant-charges.tsx'), 'MerchantCharges')

const merchant = createRoute({
  getParentRoute: () => inside,
  path: '/merchants/$merchantId',
  validateSearch: addressRule(...listKeys, 'transactionId'),
  loader: asksEarly<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return question(calls.info, { merchantId })
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

const OwnWalletTransactions = part(
  () => import('../features/transactions/own-wallet-transactions.tsx'),
  'OwnWalletTransactions',
)

const wallet = createRoute({
  getParentRoute: () => inside,
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
  loader: asksEarly<{ walletId: string }>(async ({ params: { walletId } }) => {
    const { wallets: calls } = await import('@kobo/contract/wallets')
    return question(calls.info, { walletId })
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
  getParentRoute: () => inside,
  path: '/child-account/$merchantId/merchant',
  validateSearch: addressRule(...listKeys, 'accountId', 'transactionId'),
  loader: asksEarly<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return question(calls.info, { merchantId })
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
  getParentRoute: () => inside,
  path: '/child-account/$walletId/customer',
  validateSearch: addressRule(...listKeys, 'accountId', 'transactionId'),
  loader: asksEarly<{ walletId: string }>(async ({ params: { walletId } }) => {
    const { wallets: calls } = await import('@kobo/contract/wallets')
    return question(calls.info, { walletId })
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
  getParentRoute: () => inside,
  path: '/sub-accounts/$merchantId',
  validateSearch: addressRule(...listKeys),
  loader: asksEarly<{ merchantId: string }>(async ({ params: { merchantId } }) => {
    const { merchants: calls } = await import('@kobo/contract/merchants')
    return question(calls.info, { merchantId })
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
  getParentRoute: () => inside,
  path: '/sub-accounts/$merchantId/$subAccountId',
  validateSearch: addressRule(...listKeys, ...settlementKeys, 'receipts'),
  loader: asksEarly<{ merchantId: string; subAccountId: string }>(async ({ params: { subAccountId } }) => {
    const { subAccounts: calls } = await import('@kobo/contract/sub-accounts')
    return question(calls.info, { subaccountId: subAccountId })
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
  getParentRoute: () => inside,
  path: '/sub-accounts/$merchantId/$subAccountId/$settlementId',
  validateSearch: addressRule(...listKeys),
  component: lazyRouteComponent(async () => {
    const { SettlementPage } = await pages['/sub-accounts/$merchantId/$subAccountId/$settlementId']()
    return {
      default: function SubAccountSettlementRoute() {
        const { settlementId, ...of } = subAccountSettlement.useParams()
        return <SettlementPage key={settlementId} settlementId={settlementId} of={of} />
      },
    }
  }),
})

const settlement = createRoute({
  getParentRoute: () => inside,
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
  getParentRoute: () => inside,
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
  getParentRoute: () => inside,
  path: '/payout/$transactionId/transaction-payout',
  validateSearch: addressRule(...listKeys, 'logId'),
  loader: asksEarly<{ transactionId: string }>(async ({ params: { transactionId } }) => {
    const { transactions: calls } = await import('@kobo/contract/transactions')
    return question(calls.info, { transactionId })
  }),
  component: lazyRouteComponent(async () => {
    const [{ TransactionPage }, { RaiseDispute }] = await Promise.all([
      pages['/payout/$transactionId/transaction-payout'](),
      import('../features/disputes/raise-dispute.tsx'),
    ])
    return {
      default: function TransactionRoute() {
        const { transactionId } = transaction.useParams()
        return <TransactionPage key={transactionId} transactionId={transactionId} More={RaiseDispute} />
      },
    }
  }),
})

/** The pages of one record each; what several features bring to one is put together here. */
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
]
