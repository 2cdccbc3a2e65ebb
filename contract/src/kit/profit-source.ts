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
