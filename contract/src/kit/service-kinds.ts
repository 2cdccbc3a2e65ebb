export const billCategories = ['AIRTIME', 'DATA', 'CABLE_TV', 'ELECTRICITY', 'INTERNET'] as const

export type BillCategory = (typeof billCategories)[number]

/** Payment switches that can carry a transfer. */
export const transferRoutes = ['NIP', 'ETRANZACT'] as const
export type TransferRoute = (typeof transferRoutes)[number]

/** Sources of profit: the charge groups of merchants, and other sources of income. */
export const profitSources = [
  'transfers',
  'kyc',
  'staticAccounts',
  'virtualAccounts',
  'subaccount',
  'childAccount',
  'bills',
  'cards',
  'stores',
] as const

export type ProfitSource = (typeof profitSources)[number]
