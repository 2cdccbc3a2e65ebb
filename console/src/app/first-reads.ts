import { hasStoredDefault } from '../api/list-defaults.ts'

const profile = '/user/profile'

/** Lists that a working day begins with, by the page's address: the list's name, and its first request. */
export const firstListReads: Readonly<Record<string, readonly [list: string, path: string]>> = {
  '/merchants': ['merchants', '/merchant?page=1&size=100'],
  '/wallets': ['wallets', '/admin/wallets?page=1&size=100'],
  '/payout': ['bulk-payouts', '/admin/payout/bulk?page=1&size=100'],
  '/payout?status=payouts': ['payouts', '/transaction/merchant?page=1&size=100&category=BANK_TRANSFER'],
  '/refunds': ['refunds', '/admin/refunds?page=1&size=100'],
  '/settlements': ['settlements', '/admin/settlements?page=1&size=100'],
  '/disputes': ['disputes', '/dispute?page=1&size=100'],
  '/cards': ['cards', '/card?page=1&size=100'],
}

/** Returns the paths that the page at this address reads first, the profile before all. A list that begins with a view requests another. */
export function firstReads(address: string): string[] {
  const [list = '', path] = firstListReads[address] ?? []
  return path === undefined || hasStoredDefault(list) ? [profile] : [profile, path]
}
