/** What we earn with: the groups of a merchant's charges, and what else has an income of its own. */
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
