/**
 * What a call asks of its caller: `public` nobody in particular, `own` any signed-in person for what is theirs alone
 * (session, mode, password), the rest a right that a role carries.
 */
export const permissions = [
  'public',
  'own',
  'merchants.read',
  'merchants.write',
  'charges.read',
  'charges.write',
  'statements.read',
  'transactions.read',
  'wallets.read',
  'wallets.write',
  'payouts.read',
  'payouts.write',
  'cards.read',
  'cards.write',
  'collections.read',
  'childAccounts.read',
  'refunds.read',
  'refunds.write',
  'disputes.read',
  'disputes.write',
  'settlements.read',
  'settlements.write',
  'partners.read',
  'contact.read',
  'contact.write',
  'services.read',
  'services.write',
  'stores.read',
  'ledger.read',
  'ledger.write',
  'profit.read',
  'team.read',
  'team.write',
  'settings.read',
  'settings.write',
] as const

export type Permission = (typeof permissions)[number]
