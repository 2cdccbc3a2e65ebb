import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ListTabs } from '../list/list-page.tsx'
import { prefetchList } from './route-loaders.ts'
import { cardRoutes } from './card-routes.tsx'
import { disputeRoutes } from './dispute-routes.tsx'
import { authenticatedRoute, root } from './root-route.tsx'
import { records } from './record-routes.tsx'
import { pages } from './pages.ts'
import { partnerRoutes } from './partner-routes.tsx'
import { shop } from './shop-route.tsx'
import { addressRule, listKeys } from '../ui/use-search-params.ts'

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

/** Creates the route of an area whose page consists of lists. `keys` are its search params besides those of every list. */
function listArea<Path extends string, Page extends { tabs: ListTabs }>(
  path: Path,
  page: () => Promise<Page>,
  name: keyof Page,
  ...keys: string[]
) {
  return createRoute({
    getParentRoute: () => authenticatedRoute,
    path,
    validateSearch: addressRule(...listKeys, ...keys),
    component: lazyRouteComponent(page, name),
    loader: prefetchList(page),
  })
}

const merchants = listArea('/merchants', pages['/merchants'], 'MerchantsPage', 'filterStatus', 'category', 'upgrade')
const partners = listArea('/partners', pages['/partners'], 'PartnersPage', 'filterStatus')
const wallets = listArea(
  '/wallets',
  pages['/wallets'],
  'WalletsPage',
  'accountNo',
  'tier',
  'filterStatus',
  'category',
  'sort',
  'review',
)
const virtualAccounts = listArea(
  '/virtual-account',
  pages['/virtual-account'],
  'VirtualAccountsPage',
  'virtualAccountId',
)
const childAccounts = listArea('/child-account', pages['/child-account'], 'ChildAccountsPage', 'filterStatus')
const subAccounts = listArea('/sub-accounts', pages['/sub-accounts'], 'SubAccountsPage')
const settlements = listArea(
  '/settlements',
  pages['/settlements'],
  'SettlementsPage',
  'subAccount',
  'filterStatus',
  'category',
  'startDate',
  'endDate',
)
const cards = listArea('/cards', pages['/cards'], 'CardsPage', 'batchId')
const checkouts = listArea('/checkout', pages['/checkout'], 'CheckoutsPage', 'checkoutId')
const paymentLinks = listArea('/payment-links', pages['/payment-links'], 'PaymentLinksPage', 'paymentLinkId')
const refunds = listArea('/refunds', pages['/refunds'], 'RefundsPage', 'refundId')
const disputes = listArea('/disputes', pages['/disputes'], 'DisputesPage', 'filterStatus', 'filterCategory')
const payouts = listArea(
  '/payout',
  pages['/payout'],
  'PayoutsPage',
  'merchant',
  'wallet',
  'type',
  'startDate',
  'endDate',
  'scheduleId',
  'recurrentId',
  'transactionId',
)
const search = listArea(
  '/search',
  pages['/search'],
  'SearchPage',
  'filterStatus',
  'type',
  'category',
  'merchant',
  'merchantName',
  'minAmount',
  'maxAmount',
  'accountNumber',
  'accountName',
  'sessionId',
  'reference',
  'startDate',
  'endDate',
  'sort',
)
const jujuServices = listArea('/juju-services', pages['/juju-services'], 'ServicesPage', 'billPaymentId')
const subscriptions = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/subscriptions',
  validateSearch: addressRule('status'),
  component: lazyRouteComponent(pages['/subscriptions'], 'SubscriptionsPage'),
})
const contactUs = listArea('/contact-us', pages['/contact-us'], 'ContactPage', 'messageId')
const stores = listArea(
  '/stores',
  pages['/stores'],
  'StoresPage',
  'transactionId',
  'category',
  'terminal',
  'terminalName',
  'serialNumber',
  'store',
  'storeName',
  'merchant',
  'filterStatus',
  'startDate',
  'endDate',
)
const shops = listArea('/shops', pages['/shops'], 'ShopsPage')
const ledgerPosition = listArea(
  '/ledger-position',
  pages['/ledger-position'],
  'LedgerPage',
  'merchant',
  'wallet',
  'filterStatus',
  'date',
)
const profit = listArea('/profit', pages['/profit'], 'ProfitPage', 'merchant', 'startDate', 'endDate')
const teams = listArea('/teams', pages['/teams'], 'TeamsPage')

const settings = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/settings',
  validateSearch: addressRule('status'),
  component: lazyRouteComponent(pages['/settings'], 'SettingsPage'),
  loader: prefetchList(pages['/settings']),
})

/** Areas of the navigation, and the search page that the palette opens. */
const areas = [
  merchants,
  partners,
  wallets,
  childAccounts,
  subAccounts,
  settlements,
  virtualAccounts,
  cards,
  checkouts,
  paymentLinks,
  payouts,
  refunds,
  disputes,
  jujuServices,
  subscriptions,
  contactUs,
  stores,
  shops,
  ledgerPosition,
  profit,
  teams,
  settings,
  search,
]

/** Route tree of the console. */
export const routes = root.addChildren([
  signIn,
  forgotPassword,
  resetPassword,
  invite,
  authenticatedRoute.addChildren([...areas, ...cardRoutes, ...disputeRoutes, ...partnerRoutes, shop, ...records]),
])
