import { hasStoredDefault } from '../api/list-defaults.ts'

const profilePath = '/user/profile'

/** Lists that a working day begins with, by the page's address: the list's name, and its first request. */
export const firstListReads: Readonly<Record<string, { list: string; path: string }>> = {
  '/merchants': { list: 'merchants', path: '/merchant?page=1&size=100' },
  '/wallets': { list: 'wallets', path: '/admin/wallets?page=1&size=100' },
  '/payout': { list: 'bulk-payouts', path: '/admin/payout/bulk?page=1&size=100' },
  '/payout?status=payouts': { list: 'payouts', path: '/transaction/merchant?page=1&size=100&category=BANK_TRANSFER' },
  '/refunds': { list: 'refunds', path: '/admin/refunds?page=1&size=100' },
  '/settlements': { list: 'settlements', path: '/admin/settlements?page=1&size=100' },
  '/disputes': { list: 'disputes', path: '/dispute?page=1&size=100' },
  '/cards': { list: 'cards', path: '/card?page=1&size=100' },
}

/** Returns the paths that the page at this address reads first, the profile's before all. A list that begins with a view makes another request. */
export function firstReads(address: string): string[] {
  const first = firstListReads[address]
  return first === undefined || hasStoredDefault(first.list) ? [profilePath] : [profilePath, first.path]
}
