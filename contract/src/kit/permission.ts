/**
 * Permission that a call requires: `public` none, `own` any signed-in user for their own data (session, mode, password), the
 * others a right that the user's role grants.
 */
export const permissions = [
  'public',
  'own',
  'merchants.read',
  'merchants.write',
  'merchants.decide',
  'merchants.freeze',
  'charges.read',
  'charges.write',
  'statements.read',
  'transactions.read',
  'transactions.requery',
  'wallets.read',
  'wallets.write',
  'wallets.decide',
  'people.read',
  'people.reveal',
  'payouts.read',
  'payouts.write',
  'payouts.decide',
  'cards.read',
  'cards.write',
  'cards.decide',
  'collections.read',
  'childAccounts.read',
  'refunds.read',
  'refunds.write',
  'disputes.read',
  'disputes.write',
  'disputes.decide',
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
  'roles.write',
  'work.read',
  'work.write',
  'work.lead',
  'notes.read',
  'notes.write',
  'views.share',
  'jobs.write',
  'audit.read',
  'settings.read',
  'settings.write',
] as const

export type Permission = (typeof permissions)[number]

/** Permission that a role may grant. */
export type GrantedPermission = Exclude<Permission, 'public' | 'own'>

/** Permissions whose calls move an amount, so that a role may limit it. */
export const limitedPermissions = [
  'refunds.write',
  'disputes.decide',
  'payouts.decide',
  'settlements.write',
] as const satisfies readonly GrantedPermission[]
