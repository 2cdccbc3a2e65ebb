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
} from '@tabler/icons-react'
import { paths } from '../paths.ts'

/** Areas of the console in the order of the side navigation. */
export const navigation = [
  { label: 'Merchants', path: paths.merchants(), icon: IconBuildingStore },
  { label: 'Partners', path: paths.partners(), icon: IconAffiliate },
  { label: 'Wallets', path: paths.wallets(), icon: IconWallet },
  { label: 'Payout', path: paths.payout(), icon: IconSend },
  { label: 'Refunds', path: paths.refunds(), icon: IconReceiptRefund },
  { label: 'Settlements', path: paths.settlements(), icon: IconBuildingBank },
  { label: 'Payment Links', path: paths.paymentLinks(), icon: IconLink },
  { label: 'Child Account', path: paths.childAccount(), icon: IconHierarchy },
  { label: 'Cards', path: paths.cards(), icon: IconCreditCard },
  { label: 'Shops', path: paths.shops(), icon: IconShoppingBag },
  { label: 'Virtual Account', path: paths.virtualAccount(), icon: IconId },
  { label: 'Checkout', path: paths.checkout(), icon: IconShoppingCart },
  { label: 'Sub Accounts', path: paths.subAccounts(), icon: IconHierarchy3 },
  { label: 'Ledger Position', path: paths.ledgerPosition(), icon: IconScale },
  { label: 'Disputes', path: paths.disputes(), icon: IconMessageReport },
  { label: 'Stores', path: paths.stores(), icon: IconBuildingWarehouse },
  { label: 'Juju Services', path: paths.jujuServices(), icon: IconLayoutGridAdd },
  { label: 'Profit', path: paths.profit(), icon: IconChartLine },
  { label: 'Contact Us', path: paths.contactUs(), icon: IconMail },
  { label: 'Teams', path: paths.teams(), icon: IconUsers },
  { label: 'Settings', path: paths.settings(), icon: IconSettings },
]

/** Returns whether an area is active: the current path starts with its route. */
export function isActive(currentPath: string, route: string): boolean {
  return currentPath.startsWith(route)
}
