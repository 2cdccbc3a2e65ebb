import type { GrantedPermission } from './permission.ts'

/** An area of the console: the permission to see it, and those to act in it with their label. */
export interface PermissionArea {
  area: string
  see?: GrantedPermission
  act: Partial<Record<GrantedPermission, string>>
}

/** Every permission that a role may grant, once, in the order of the role editor. */
export const permissionAreas: readonly PermissionArea[] = [
  {
    area: 'Merchants',
    see: 'merchants.read',
    act: {
      'merchants.write': 'Change status and configuration',
      'merchants.decide': 'Decide on KYC and upgrades',
      'merchants.freeze': 'Freeze and unfreeze, place and release liens',
    },
  },
  { area: 'Charges', see: 'charges.read', act: { 'charges.write': 'Change charges' } },
  { area: 'Statements', see: 'statements.read', act: {} },
  {
    area: 'Transactions',
    see: 'transactions.read',
    act: { 'transactions.requery': 'Requery payments, resend webhooks' },
  },
  {
    area: 'Wallets',
    see: 'wallets.read',
    act: { 'wallets.write': 'Enable and disable', 'wallets.decide': 'Decide on tier upgrades' },
  },
  { area: 'Personal data', see: 'people.read', act: { 'people.reveal': 'Reveal and search BVN and NIN' } },
  {
    area: 'Payouts',
    see: 'payouts.read',
    act: {
      'payouts.write': 'Cancel scheduled, pause and end recurring, stop bulk payouts',
      'payouts.decide': 'Mark as successful or failed',
    },
  },
  {
    area: 'Cards',
    see: 'cards.read',
    act: { 'cards.write': 'Set up, block, unblock and remove', 'cards.decide': 'Decide on batches' },
  },
  { area: 'Checkouts, payment links and virtual accounts', see: 'collections.read', act: {} },
  { area: 'Child accounts', see: 'childAccounts.read', act: {} },
  { area: 'Refunds', see: 'refunds.read', act: { 'refunds.write': 'Refund payments' } },
  {
    area: 'Disputes',
    see: 'disputes.read',
    act: { 'disputes.write': 'Open disputes, send messages', 'disputes.decide': 'Change the status' },
  },
  {
    area: 'Settlements and sub-accounts',
    see: 'settlements.read',
    act: { 'settlements.write': 'Resend settlements, settle cards' },
  },
  { area: 'Partners', see: 'partners.read', act: {} },
  { area: 'Contact messages', see: 'contact.read', act: { 'contact.write': 'Answer, send messages about records' } },
  {
    area: 'Services and bill payments',
    see: 'services.read',
    act: { 'services.write': 'Switch services on and off' },
  },
  { area: 'Stores', see: 'stores.read', act: {} },
  { area: 'Ledger position', see: 'ledger.read', act: { 'ledger.write': 'Check the books' } },
  { area: 'Profit', see: 'profit.read', act: {} },
  {
    area: 'Teams',
    see: 'team.read',
    act: { 'team.write': 'Invite and change members', 'roles.write': 'Create and change roles' },
  },
  {
    area: 'Work items',
    see: 'work.read',
    act: { 'work.write': 'Claim, release and snooze', 'work.lead': 'Assign, change clocks and hours' },
  },
  { area: 'Notes of colleagues', see: 'notes.read', act: { 'notes.write': 'Write and strike through' } },
  { area: 'Saved views', act: { 'views.share': 'Share with the team, change those of others' } },
  { area: 'Background jobs', act: { 'jobs.write': 'Try failed jobs again' } },
  { area: 'Audit', see: 'audit.read', act: {} },
  { area: 'Settings', see: 'settings.read', act: { 'settings.write': 'Change the transfer route' } },
]

/** Returns a permission as a person reads it, such as `Refunds: refund payments`. */
export function permissionLabel(permission: GrantedPermission): string {
  const found = permissionAreas.find(({ see, act }) => see === permission || permission in act)
  const action = found?.act[permission] ?? 'See'
  return `${found?.area}: ${action.charAt(0).toLowerCase()}${action.slice(1)}`
}
