const profile = '/user/profile'

/** First request of the lists that a working day begins with, by the page's address. */
export const firstListReads: Readonly<Record<string, string>> = {
  '/merchants': '/merchant?page=1&size=100',
  '/wallets': '/admin/wallets?page=1&size=100',
  '/payout': '/admin/payout/bulk?page=1&size=100',
  '/payout?status=payouts': '/transaction/merchant?page=1&size=100&category=BANK_TRANSFER',
  '/refunds': '/admin/refunds?page=1&size=100',
  '/settlements': '/admin/settlements?page=1&size=100',
  '/disputes': '/dispute?page=1&size=100',
  '/cards': '/card?page=1&size=100',
}

/** Returns the paths that the page at this address reads first. */
export function firstReads(address: string): string[] {
  const list = firstListReads[address]
  return list === undefined ? [profile] : [profile, list]
}
