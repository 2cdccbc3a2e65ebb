import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import type { ComponentType, JSX } from 'react'
import { apiQueryOptions, type PrefetchQuery } from '../api/use-api-query.ts'
import { ListPage } from '../list/list-page.tsx'
import { type Area, areas } from './areas.ts'
import { prefetchList, prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute, root } from './root-route.tsx'

/** Values of the `$name` segments of a path. */
type Params<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<Rest>
  : Path extends `${string}$${infer Name}`
    ? Record<Name, string>
    : object

function publicRoute<Name extends string>(path: string, load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: (await load())[name] })),
  })
}

function areaRoute({ path, label, load }: Area) {
  return createRoute({
    getParentRoute: () => authenticatedRoute,
    path,
    loader: prefetchList(load),
    component: lazyRouteComponent(async () => {
      const { tabs, Actions } = await load()
      return {
        default: function AreaPage() {
          return <ListPage title={label} tabs={tabs} actions={Actions && <Actions />} />
        },
      }
    }),
  })
}

/**
 * Creates the route of a record. Its page takes the path's params as props, and is mounted anew for another record. `ask` returns
 * the page's first query, which is sent while the page's file loads.
 */
function recordRoute<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType<Params<Path>>>>,
  name: Name,
  ask?: (params: Params<Path>) => Promise<PrefetchQuery>,
) {
  const pattern: string = path
  return createRoute({
    getParentRoute: () => authenticatedRoute,
    path: pattern,
    ...(ask && { loader: prefetchRecord(({ params }) => ask(params as Params<Path>)) }),
    component: lazyRouteComponent(async () => {
      const Page: ComponentType<Params<Path> & JSX.IntrinsicAttributes> = (await load())[name]
      return {
        default: function RecordPage() {
          const params = useParams({ strict: false }) as Params<Path>
          return <Page key={Object.values(params).join('/')} {...params} />
        },
      }
    }),
  })
}

const merchant = async ({ merchantId }: { merchantId: string }) => {
  const { merchants } = await import('@kobo/contract/merchants')
  return apiQueryOptions(merchants.info, { merchantId })
}

const wallet = async ({ walletId }: { walletId: string }) => {
  const { wallets } = await import('@kobo/contract/wallets')
  return apiQueryOptions(wallets.info, { walletId })
}

/** Pages that require no session. */
const publicRoutes = [
  publicRoute('/', () => import('../features/session/sign-in-page.tsx'), 'SignInPage'),
  publicRoute('/forgot-password', () => import('../features/session/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  publicRoute('/reset-password', () => import('../features/session/reset-password-page.tsx'), 'ResetPasswordPage'),
  publicRoute('/invite', () => import('../features/session/accept-invite-page.tsx'), 'AcceptInvitePage'),
]

/** Areas that the navigation does not list. */
const otherAreas: readonly Area[] = [
  {
    path: '/search',
    label: 'Transactions',
    load: () => import('../features/transactions/transaction-search-list.tsx'),
  },
  {
    path: '/subscriptions',
    label: 'Subscriptions',
    load: () => import('../features/subscriptions/subscriptions-area.tsx'),
  },
]

/** Pages of one record, or of the lists of one. A page of several features is composed in a file of its own. */
const records = [
  recordRoute('/merchants/$merchantId', () => import('./merchant-route.tsx'), 'MerchantRoute', merchant),
  recordRoute(
    '/partners/$partnerId',
    () => import('../features/partners/partner-page.tsx'),
    'PartnerPage',
    async ({ partnerId }) => {
      const { partners } = await import('@kobo/contract/partners')
      return apiQueryOptions(partners.info, { partnerId })
    },
  ),
  recordRoute('/wallets/$walletId', () => import('./wallet-route.tsx'), 'WalletRoute', wallet),
  recordRoute(
    '/child-account/$merchantId/merchant',
    () => import('../features/child-accounts/merchant-children-page.tsx'),
    'MerchantChildrenPage',
    merchant,
  ),
  recordRoute(
    '/child-account/$walletId/customer',
    () => import('../features/child-accounts/customer-children-page.tsx'),
    'CustomerChildrenPage',
    wallet,
  ),
  recordRoute(
    '/cards/$cardId',
    () => import('../features/cards/card-page.tsx'),
    'CardPage',
    async ({ cardId }) => {
      const { cards } = await import('@kobo/contract/cards')
      return apiQueryOptions(cards.details, { cardId })
    },
  ),
  recordRoute(
    '/shops/$shopId',
    () => import('./shop-route.tsx'),
    'ShopRoute',
    async ({ shopId }) => {
      const { shops } = await import('@kobo/contract/shops')
      return apiQueryOptions(shops.info, { shopId })
    },
  ),
  recordRoute(
    '/sub-accounts/$merchantId',
    () => import('../features/sub-accounts/merchant-sub-accounts-page.tsx'),
    'MerchantSubAccountsPage',
    merchant,
  ),
  recordRoute(
    '/sub-accounts/$merchantId/$subAccountId',
    () => import('../features/settlements/sub-account-settlements-page.tsx'),
    'SubAccountSettlementsPage',
    async ({ subAccountId }) => {
      const { subAccounts } = await import('@kobo/contract/sub-accounts')
      return apiQueryOptions(subAccounts.info, { subaccountId: subAccountId })
    },
  ),
  recordRoute(
    '/sub-accounts/$merchantId/$subAccountId/$settlementId',
    () => import('../features/settlements/settlement-page.tsx'),
    'SettlementPage',
  ),
  recordRoute(
    '/settlements/$settlementId',
    () => import('../features/settlements/settlement-page.tsx'),
    'SettlementPage',
  ),
  recordRoute('/payout/$batchReference/bulk', () => import('../features/payouts/batch/batch-page.tsx'), 'BatchPage'),
  recordRoute(
    '/payout/$transactionId/transaction-payout',
    () => import('./transaction-route.tsx'),
    'TransactionRoute',
    async ({ transactionId }) => {
      const { transactions } = await import('@kobo/contract/transactions')
      return apiQueryOptions(transactions.info, { transactionId })
    },
  ),
  recordRoute(
    '/disputes/sample',
    () => import('../features/disputes/sample/sample-dispute-page.tsx'),
    'SampleDisputePage',
  ),
  recordRoute(
    '/disputes/$disputeId/merchant',
    () => import('../features/disputes/page/dispute-page.tsx'),
    'DisputePage',
    async ({ disputeId }) => {
      const { disputes } = await import('@kobo/contract/disputes')
      return apiQueryOptions(disputes.details, { disputeId })
    },
  ),
  recordRoute('/ledger-position/$accountId', () => import('../features/ledger/account-page.tsx'), 'LedgerAccountPage'),
]

/** Route tree of the console. The build reads the path and the file of each page from this file and `areas.ts`. */
export const routes = root.addChildren([
  ...publicRoutes,
  authenticatedRoute.addChildren([...[...areas, ...otherAreas].map(areaRoute), ...records]),
])
