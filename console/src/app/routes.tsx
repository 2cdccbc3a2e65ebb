import { createRoute, lazyRouteComponent, useParams } from '@tanstack/react-router'
import type { ComponentType, JSX } from 'react'
import { apiQueryOptions, type PrefetchQuery } from '../api/use-api-query.ts'
import { ListPage } from '../list/list-page.tsx'
import { type Area, navigation } from './areas.ts'
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

// First query of a record's page, from a contract that is loaded with it.
const merchant = async ({ merchantId }: Record<'merchantId', string>) =>
  apiQueryOptions((await import('@kobo/contract/merchants')).merchants.info, { merchantId })
const partner = async ({ partnerId }: Record<'partnerId', string>) =>
  apiQueryOptions((await import('@kobo/contract/partners')).partners.info, { partnerId })
const wallet = async ({ walletId }: Record<'walletId', string>) =>
  apiQueryOptions((await import('@kobo/contract/wallets')).wallets.info, { walletId })
const card = async ({ cardId }: Record<'cardId', string>) =>
  apiQueryOptions((await import('@kobo/contract/cards')).cards.details, { cardId })
const shop = async ({ shopId }: Record<'shopId', string>) =>
  apiQueryOptions((await import('@kobo/contract/shops')).shops.info, { shopId })
const subAccount = async ({ subAccountId }: Record<'subAccountId', string>) =>
  apiQueryOptions((await import('@kobo/contract/sub-accounts')).subAccounts.info, { subaccountId: subAccountId })
const transaction = async ({ transactionId }: Record<'transactionId', string>) =>
  apiQueryOptions((await import('@kobo/contract/transactions')).transactions.info, { transactionId })
const dispute = async ({ disputeId }: Record<'disputeId', string>) =>
  apiQueryOptions((await import('@kobo/contract/disputes')).disputes.details, { disputeId })

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
    path: '/subscriptions',
    label: 'Subscriptions',
    load: () => import('../features/subscriptions/subscriptions-area.tsx'),
  },
]

/** Pages of one record, or of the lists of one. A page of several features is composed in a file of its own. */
const records = [
  recordRoute('/merchants/$merchantId', () => import('./merchant-route.tsx'), 'MerchantRoute', merchant),
  recordRoute('/partners/$partnerId', () => import('../features/partners/partner-page.tsx'), 'PartnerPage', partner),
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
  recordRoute('/cards/$cardId', () => import('../features/cards/card-page.tsx'), 'CardPage', card),
  recordRoute('/shops/$shopId', () => import('./shop-route.tsx'), 'ShopRoute', shop),
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
    subAccount,
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
    transaction,
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
    dispute,
  ),
  recordRoute('/notifications/$notificationId', () => import('./notification-route.tsx'), 'NotificationRoute'),
  recordRoute('/ledger-position/$accountId', () => import('../features/ledger/account-page.tsx'), 'LedgerAccountPage'),
]

/** Route tree of the console. The build reads the path and the file of each page from this file and `areas.ts`. */
export const routes = root.addChildren([
  ...publicRoutes,
  authenticatedRoute.addChildren([...[...navigation, ...otherAreas].map(areaRoute), ...records]),
])
