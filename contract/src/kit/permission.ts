/**
 * Permission that a call requires: `public` none, `own` any signed-in user for their own data (session, mode, password), the
 * others a right that the user's role grants.
 */
export const permissions = [
  'public',
  'own',
  'merchants.read',
  'merchants.write',
  'merchants.freeze',
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
