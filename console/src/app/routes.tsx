import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { AppFrame } from './app-frame.tsx'
import { navigation } from './navigation.ts'
import { NotBuiltPage } from './not-built-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { pages } from './pages.ts'
import { Protected } from './protected.tsx'
import { paths } from '../paths.ts'

const root = createRootRoute({ component: AppFrame, notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
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
  component: lazyRouteComponent(pages['/reset-password'], 'ResetPasswordPage'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(pages['/invite'], 'AcceptInvitePage'),
})

/** Everything below is for signed-in people only. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Protected })

const merchants = createRoute({
  getParentRoute: () => inside,
  path: '/merchants',
  component: lazyRouteComponent(pages['/merchants'], 'MerchantsPage'),
})

const MerchantTransactions = lazy(() =>
  import('../features/transactions/merchant-transactions.tsx').then((file) => ({ default: file.MerchantTransactions })),
)
const MerchantWalletTransactions = lazy(() =>
  import('../features/transactions/wallet-transactions.tsx').then((file) => ({
    default: file.MerchantWalletTransactions,
  })),
)
const MerchantCharges = lazy(() =>
  import('../features/merchants/charges/merchant-charges.tsx').then((file) => ({ default: file.MerchantCharges })),
)

const merchant = createRoute({
  getParentRoute: () => inside,
  path: '/merchants/$merchantId',
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
  component: lazyRouteComponent(pages['/wallets'], 'WalletsPage'),
})

const OwnWalletTransactions = lazy(() =>
  import('../features/transactions/own-wallet-transactions.tsx').then((file) => ({
    default: file.OwnWalletTransactions,
  })),
)

const wallet = createRoute({
  getParentRoute: () => inside,
  path: '/wallets/$walletId',
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

const payouts = createRoute({
  getParentRoute: () => inside,
  path: '/payout',
  component: lazyRouteComponent(pages['/payout'], 'PayoutsPage'),
})

const bulkPayout = createRoute({
  getParentRoute: () => inside,
  path: '/payout/$batchReference/bulk',
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

const built = new Set([paths.merchants(), paths.wallets(), paths.payout()])

/** `$` takes the area's own address and all below it. */
const notBuilt = navigation
  .filter(({ path }) => !built.has(path))
  .map(({ path, label }) =>
    createRoute({ getParentRoute: () => inside, path: `${path}/$`, component: () => <NotBuiltPage title={label} /> }),
  )

/** The map of the product: every address and what stands there. */
export const routes = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  invite,
  inside.addChildren([merchants, merchant, wallets, wallet, payouts, bulkPayout, transaction, ...notBuilt]),
])
