import {
  IconAffiliate,
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconChartLine,
  IconChecklist,
  IconClipboardList,
  IconCreditCard,
  IconHierarchy,
  IconHierarchy3,
  IconId,
  IconLayoutGridAdd,
  IconLink,
  IconMail,
  IconMessageReport,
  IconReceiptRefund,
  IconScale,
  IconSend,
  IconSettings,
  IconShoppingBag,
  IconShoppingCart,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ListTabs } from '../list/list-page.tsx'

/** Area of the console: a page with lists or other tabs. */
export interface Area {
  path: string
  /** Label in the navigation, and title of the page. */
  label: string
  load: () => Promise<AreaFile>
}

/** Area that the navigation lists. */
interface NavigationArea extends Area {
  icon: Icon
  /** Letter that opens it after G. */
  key?: string | undefined
}

interface AreaFile {
  tabs: ListTabs
  /** Buttons beside the title. */
  Actions?: ComponentType
}

function area(path: string, label: string, icon: Icon, load: Area['load'], key?: string): NavigationArea {
  return { path, label, icon, load, key }
}

/** Pages of daily work, which the navigation shows above the areas. The build reads these lines as it reads the areas'. */
export const yourDay: readonly NavigationArea[] = [
  area('/my-work', 'My work', IconChecklist, () => import('../features/work/work-area.tsx'), 'w'),
  area(
    '/search',
    'Transactions',
    IconArrowsExchange,
    () => import('../features/transactions/transaction-search-list.tsx'),
    't',
  ),
  area('/audit', 'Audit', IconClipboardList, () => import('../features/audit/audit-area.tsx'), 'a'),
]

/** Areas in the order of the side navigation. The build reads each area's path and file from these lines. */
export const areas: readonly NavigationArea[] = [
  area('/merchants', 'Merchants', IconBuildingStore, () => import('../features/merchants/merchants-area.tsx'), 'm'),
  area('/partners', 'Partners', IconAffiliate, () => import('../features/partners/partner-list.tsx')),
  area('/wallets', 'Wallets', IconWallet, () => import('../features/wallets/wallets-area.tsx')),
  area('/payout', 'Payout', IconSend, () => import('../features/payouts/payouts-area.tsx'), 'p'),
  area('/refunds', 'Refunds', IconReceiptRefund, () => import('../features/refunds/refund-list.tsx'), 'f'),
  area(
    '/settlements',
    'Settlements',
    IconBuildingBank,
    () => import('../features/settlements/settlement-list.tsx'),
    's',
  ),
  area('/payment-links', 'Payment Links', IconLink, () => import('../features/payment-links/payment-link-list.tsx')),
  area(
    '/child-account',
    'Child Account',
    IconHierarchy,
    () => import('../features/child-accounts/child-accounts-area.tsx'),
  ),
  area('/cards', 'Cards', IconCreditCard, () => import('../features/cards/cards-area.tsx')),
  area('/shops', 'Shops', IconShoppingBag, () => import('../features/shops/shop-list.tsx')),
  area(
    '/virtual-account',
    'Virtual Account',
    IconId,
    () => import('../features/virtual-accounts/virtual-accounts-area.tsx'),
  ),
  area('/checkout', 'Checkout', IconShoppingCart, () => import('../features/checkouts/checkout-list.tsx')),
  area(
    '/sub-accounts',
    'Sub Accounts',
    IconHierarchy3,
    () => import('../features/sub-accounts/splitting-merchant-list.tsx'),
  ),
  area('/ledger-position', 'Ledger Position', IconScale, () => import('../features/ledger/ledger-area.tsx'), 'l'),
  area('/disputes', 'Disputes', IconMessageReport, () => import('../features/disputes/disputes-area.tsx'), 'd'),
  area('/stores', 'Stores', IconBuildingWarehouse, () => import('../features/stores/stores-area.tsx')),
  area('/juju-services', 'Juju Services', IconLayoutGridAdd, () => import('../features/services/services-area.tsx')),
  area('/profit', 'Profit', IconChartLine, () => import('../features/profit/profit-area.tsx')),
  area('/contact-us', 'Contact Us', IconMail, () => import('../features/contact/message-list.tsx')),
  area('/teams', 'Teams', IconUsers, () => import('../features/teams/teams-area.tsx'), 'e'),
  area('/settings', 'Settings', IconSettings, () => import('../features/settings/settings-area.tsx')),
]

/** Everything that the navigation lists, in its order. */
export const navigation = [...yourDay, ...areas]

/** Returns whether an area is active: the current path starts with its route. */
export function isActive(currentPath: string, route: string): boolean {
  return currentPath.startsWith(route)
}
