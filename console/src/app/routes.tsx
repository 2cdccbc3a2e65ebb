import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { part } from '../ui/part.tsx'
import { question } from '../api/use-call.ts'
import { asksEarly, asksListEarly } from './ask-early.ts'
import { childAccounts, customerChildren, merchantChildren } from './child-account-routes.tsx'
import { inside, root } from './frame-routes.ts'
import { navigation } from './navigation.ts'
import { NotBuiltPage } from './not-built-page.tsx'
import { pages } from './pages.ts'
import { addressRule, listKeys } from '../ui/use-address.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: addressRule('email'),
  component: lazyRouteComponent(pages['/'], 'SignInPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(pages['/forgot-password'], 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: addressRule('email'),
  component: lazyRouteComponent(pages['/reset-password'], 'ResetPasswordPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  validateSearch: addressRule('email', 'inviteCode'),
  component: lazyRouteComponent(pages['/invite'], 'AcceptInvitePage'),
})

const merchants = createRoute({
  getParentRoute: () => inside,
  path: '/merchants',
  validateSearch: addressRule(...listKeys, 'filterStatus', 'category', 'upgrade'),
  component: lazyRouteComponent(pages['/merchants'], 'MerchantsPage'),
  loader: asksListEarly(pages['/merchants']),
})

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

const wallets = createRoute({
  getParentRoute: () => inside,
  path: '/wallets',
  validateSearch: addressRule(...listKeys, 'accountNo', 'tier', 'filterStatus', 'category'),
  component: lazyRouteComponent(pages['/wallets'], 'WalletsPage'),
  loader: asksListEarly(pages['/wallets']),
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

const virtualAccounts = createRoute({
  getParentRoute: () => inside,
  path: '/virtual-account',
  validateSearch: addressRule(...listKeys, 'virtualAccountId'),
  component: lazyRouteComponent(pages['/virtual-account'], 'VirtualAccountsPage'),
  loader: asksListEarly(pages['/virtual-account']),
})

const payouts = createRoute({
  getParentRoute: () => inside,
  path: '/payout',
  validateSearch: addressRule(
    ...listKeys,
    'merchant',
    'wallet',
    'type',
    'startDate',
    'endDate',
    'scheduleId',
    'recurrentId',
    'transactionId',
  ),
  component: lazyRouteComponent(pages['/payout'], 'PayoutsPage'),
  loader: asksListEarly(pages['/payout']),
})

const bulkPayout = createRoute({
  getParentRoute: () => inside,
  path: '/payout/$batchReference/bulk',
  validateSearch: addressRule(...listKeys, 'itemId'),
  component: lazyRouteComponent(async () => {
    const { BatchPage } = await pages['/payout/$batchReference/bulk']()
    return {
      default: function BatchRoute() {
        const { batchReference } = bulkPayout.useParams()
        return <BatchPage key={batchReference} batchReference={batchReference} />
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
    const { TransactionPage } = await pages['/payout/$transactionId/transaction-payout']()
    return {
      default: function TransactionRoute() {
        const { transactionId } = transaction.useParams()
        return <TransactionPage key={transactionId} transactionId={transactionId} />
      },
    }
  }),
})

const teams = createRoute({
  getParentRoute: () => inside,
  path: '/teams',
  validateSearch: addressRule(...listKeys),
  component: lazyRouteComponent(pages['/teams'], 'TeamsPage'),
  loader: asksListEarly(pages['/teams']),
})

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  validateSearch: addressRule('status'),
  component: lazyRouteComponent(pages['/settings'], 'SettingsPage'),
  loader: asksListEarly(pages['/settings']),
})

/** The areas of the navigation that stand. */
const areas = [merchants, wallets, childAccounts, virtualAccounts, payouts, teams, settings]

/** `$` takes the area's own address and all below it. */
const notBuilt = navigation
  .filter(({ path }) => !Object.hasOwn(pages, path))
  .map(({ path, label }) =>
    createRoute({ getParentRoute: () => inside, path: `${path}/$`, component: () => <NotBuiltPage title={label} /> }),
  )

/** The map of the product: every address and what stands there. */
export const routes = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  invite,
  inside.addChildren([
    ...areas,
    merchant,
    wallet,
    merchantChildren,
    customerChildren,
    bulkPayout,
    transaction,
    ...notBuilt,
  ]),
])
