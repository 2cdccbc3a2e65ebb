import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { addressRule, listKeys } from '../ui/use-address.ts'
import { asksEarly, asksListEarly } from './ask-early.ts'
import { inside } from './frame-routes.ts'
import { pages } from './pages.ts'

/** Who has child accounts. */
export const childAccounts = createRoute({
  getParentRoute: () => inside,
  path: '/child-account',
  validateSearch: addressRule(...listKeys, 'filterStatus'),
  component: lazyRouteComponent(pages['/child-account'], 'ChildAccountsPage'),
  loader: asksListEarly(pages['/child-account']),
})

/** A merchant's child accounts, and what moved on one. */
export const merchantChildren = createRoute({
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

/** A customer's child accounts, and what moved on one. */
export const customerChildren = createRoute({
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
