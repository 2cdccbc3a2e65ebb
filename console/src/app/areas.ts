import {
  IconAffiliate,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconChartLine,
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

interface AreaFile {
  tabs: ListTabs
  /** Buttons beside the title. */
  Actions?: ComponentType
}

/** Areas in the order of the side navigation. The build reads each area's path and file from these lines. */
export const areas: readonly (Area & { icon: Icon })[] = [
  {
    path: '/merchants',
    label: 'Merchants',
    icon: IconBuildingStore,
    load: () => import('../features/merchants/merchants-area.tsx'),
  },
  {
    path: '/partners',
    label: 'Partners',
    icon: IconAffiliate,
    load: () => import('../features/partners/partner-list.tsx'),
  },
  {
    path: '/wallets',
    label: 'Wallets',
    icon: IconWallet,
    load: () => import('../features/wallets/wallets-area.tsx'),
  },
  {
    path: '/payout',
    label: 'Payout',
    icon: IconSend,
    load: () => import('../features/payouts/payouts-area.tsx'),
  },
  {
    path: '/refunds',
    label: 'Refunds',
    icon: IconReceiptRefund,
    load: () => import('../features/refunds/refund-list.tsx'),
  },
  {
    path: '/settlements',
    label: 'Settlements',
    icon: IconBuildingBank,
    load: () => import('../features/settlements/settlement-list.tsx'),
  },
  {
    path: '/payment-links',
    label: 'Payment Links',
    icon: IconLink,
    load: () => import('../features/payment-links/payment-link-list.tsx'),
  },
  {
    path: '/child-account',
    label: 'Child Account',
    icon: IconHierarchy,
    load: () => import('../features/child-accounts/child-accounts-area.tsx'),
  },
  {
    path: '/cards',
    label: 'Cards',
    icon: IconCreditCard,
    load: () => import('../features/cards/cards-area.tsx'),
  },
  {
    path: '/shops',
    label: 'Shops',
    icon: IconShoppingBag,
    load: () => import('../features/shops/shop-list.tsx'),
  },
  {
    path: '/virtual-account',
    label: 'Virtual Account',
    icon: IconId,
    load: () => import('../features/virtual-accounts/virtual-accounts-area.tsx'),
  },
  {
    path: '/checkout',
    label: 'Checkout',
    icon: IconShoppingCart,
    load: () => import('../features/checkouts/checkout-list.tsx'),
  },
  {
    path: '/sub-accounts',
    label: 'Sub Accounts',
    icon: IconHierarchy3,
    load: () => import('../features/sub-accounts/splitting-merchant-list.tsx'),
  },
  {
    path: '/ledger-position',
    label: 'Ledger Position',
    icon: IconScale,
    load: () => import('../features/ledger/ledger-area.tsx'),
  },
  {
    path: '/disputes',
    label: 'Disputes',
    icon: IconMessageReport,
    load: () => import('../features/disputes/disputes-area.tsx'),
  },
  {
    path: '/stores',
    label: 'Stores',
    icon: IconBuildingWarehouse,
    load: () => import('../features/stores/stores-area.tsx'),
  },
  {
    path: '/juju-services',
    label: 'Juju Services',
    icon: IconLayoutGridAdd,
    load: () => import('../features/services/services-area.tsx'),
  },
  {
    path: '/profit',
    label: 'Profit',
    icon: IconChartLine,
    load: () => import('../features/profit/profit-area.tsx'),
  },
  {
    path: '/contact-us',
    label: 'Contact Us',
    icon: IconMail,
    load: () => import('../features/contact/message-list.tsx'),
  },
  {
    path: '/teams',
    label: 'Teams',
    icon: IconUsers,
    load: () => import('../features/teams/teams-area.tsx'),
  },
  {
    path: '/settings',
    label: 'Settings',
    icon: IconSettings,
    load: () => import('../features/settings/settings-area.tsx'),
  },
]

/** Returns whether an area is active: the current path starts with its route. */
export function isActive(currentPath: string, route: string): boolean {
  return currentPath.startsWith(route)
}
