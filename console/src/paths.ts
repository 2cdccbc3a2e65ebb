/** Search params of a path, in the order in which they are written. */
export type Search = Record<string, string | number | undefined>

/** Every path of the console. */
export const paths = {
  signIn: (search?: Search) => address('/', search),
  forgotPassword: () => '/forgot-password',
  resetPassword: (search?: Search) => address('/reset-password', search),
  invite: (search?: Search) => address('/invite', search),
  myWork: (search?: Search) => address('/my-work', search),
  merchants: (search?: Search) => address('/merchants', search),
  merchant: (id: string, search?: Search) => address(`/merchants/${encodeURIComponent(id)}`, search),
  partners: (search?: Search) => address('/partners', search),
  partner: (id: string, search?: Search) => address(`/partners/${encodeURIComponent(id)}`, search),
  wallets: (search?: Search) => address('/wallets', search),
  wallet: (id: string, search?: Search) => address(`/wallets/${encodeURIComponent(id)}`, search),
  payout: (search?: Search) => address('/payout', search),
  bulkPayout: (batchReference: string, search?: Search) =>
    address(`/payout/${encodeURIComponent(batchReference)}/bulk`, search),
  /** Detail page of any transaction. */
  transaction: (id: string, search?: Search) => address(`/payout/${encodeURIComponent(id)}/transaction-payout`, search),
  refunds: (search?: Search) => address('/refunds', search),
  settlements: (search?: Search) => address('/settlements', search),
  settlement: (id: string) => `/settlements/${encodeURIComponent(id)}`,
  paymentLinks: (search?: Search) => address('/payment-links', search),
  childAccount: (search?: Search) => address('/child-account', search),
  /** Child accounts of a merchant or of a customer's wallet; with `accountId`, the transactions of one of them. */
  merchantChildren: (id: string, search?: Search) =>
    address(`/child-account/${encodeURIComponent(id)}/merchant`, search),
  customerChildren: (id: string, search?: Search) =>
    address(`/child-account/${encodeURIComponent(id)}/customer`, search),
  cards: (search?: Search) => address('/cards', search),
  card: (id: string, search?: Search) => address(`/cards/${encodeURIComponent(id)}`, search),
  shops: (search?: Search) => address('/shops', search),
  shop: (id: string, search?: Search) => address(`/shops/${encodeURIComponent(id)}`, search),
  virtualAccount: (search?: Search) => address('/virtual-account', search),
  checkout: (search?: Search) => address('/checkout', search),
  subAccounts: (search?: Search) => address('/sub-accounts', search),
  /** Sub-accounts of a merchant. */
  merchantSubAccounts: (merchantId: string, search?: Search) =>
    address(`/sub-accounts/${encodeURIComponent(merchantId)}`, search),
  /** Settlements of a sub-account's shares, and the page of one of them. */
  subAccountSettlements: (merchantId: string, subAccountId: string, search?: Search) =>
    address(`/sub-accounts/${encodeURIComponent(merchantId)}/${encodeURIComponent(subAccountId)}`, search),
  subAccountSettlement: (merchantId: string, subAccountId: string, id: string) =>
    `/sub-accounts/${[merchantId, subAccountId, id].map(encodeURIComponent).join('/')}`,
  ledgerPosition: (search?: Search) => address('/ledger-position', search),
  /** Entries of a ledger account. */
  ledgerAccount: (id: string, search?: Search) => address(`/ledger-position/${encodeURIComponent(id)}`, search),
  disputes: (search?: Search) => address('/disputes', search),
  dispute: (id: string, search?: Search) => address(`/disputes/${encodeURIComponent(id)}/merchant`, search),
  sampleDispute: () => '/disputes/sample',
  stores: (search?: Search) => address('/stores', search),
  jujuServices: (search?: Search) => address('/juju-services', search),
  subscriptions: (search?: Search) => address('/subscriptions', search),
  profit: (search?: Search) => address('/profit', search),
  contactUs: (search?: Search) => address('/contact-us', search),
  teams: (search?: Search) => address('/teams', search),
  audit: (search?: Search) => address('/audit', search),
  /** Opens the record of a notification. */
  notification: (id: string) => `/notifications/${encodeURIComponent(id)}`,
  settings: (search?: Search) => address('/settings', search),
  /** Transactions of all merchants; the keys are those of its filters. */
  search: (search?: Search) => address('/search', search),
}

function address(path: string, search: Search = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
