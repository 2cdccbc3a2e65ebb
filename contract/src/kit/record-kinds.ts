import type { Permission } from './permission.ts'

/** Kind of record that others refer to: what a person calls it, and the permission to read about it. */
export interface RecordKind {
  label: string
  permission: Permission
}

/** Every kind of record, by the name under which the audit stores it. */
export const recordKinds = {
  merchant: { label: 'Merchant', permission: 'merchants.read' },
  merchant_upgrade: { label: 'Merchant upgrade', permission: 'merchants.read' },
  freeze: { label: 'Freeze', permission: 'merchants.read' },
  lien: { label: 'Lien', permission: 'merchants.read' },
  partner: { label: 'Partner', permission: 'partners.read' },
  wallet: { label: 'Wallet', permission: 'wallets.read' },
  wallet_upgrade: { label: 'Tier upgrade', permission: 'wallets.read' },
  child_account: { label: 'Child account', permission: 'childAccounts.read' },
  virtual_account: { label: 'Virtual account', permission: 'collections.read' },
  checkout: { label: 'Checkout', permission: 'collections.read' },
  payment_link: { label: 'Payment link', permission: 'collections.read' },
  transaction: { label: 'Transaction', permission: 'transactions.read' },
  refund: { label: 'Refund', permission: 'refunds.read' },
  dispute: { label: 'Dispute', permission: 'disputes.read' },
  settlement: { label: 'Settlement', permission: 'settlements.read' },
  subaccount: { label: 'Sub account', permission: 'settlements.read' },
  bulk_batch: { label: 'Payout batch', permission: 'payouts.read' },
  scheduled_payout: { label: 'Scheduled payout', permission: 'payouts.read' },
  recurring_payout: { label: 'Recurring payout', permission: 'payouts.read' },
  'payout-log': { label: 'Responses of the switch', permission: 'payouts.read' },
  card: { label: 'Card', permission: 'cards.read' },
  card_batch: { label: 'Card batch', permission: 'cards.read' },
  store: { label: 'Store', permission: 'stores.read' },
  terminal: { label: 'Terminal', permission: 'stores.read' },
  service: { label: 'Service', permission: 'services.read' },
  contact_message: { label: 'Contact message', permission: 'contact.read' },
  statement: { label: 'Statement', permission: 'statements.read' },
  ledger_check: { label: 'Ledger check', permission: 'ledger.read' },
  audit: { label: 'Audit', permission: 'audit.read' },
  transfer_route: { label: 'Transfer route', permission: 'settings.read' },
  staff: { label: 'Team member', permission: 'team.read' },
  invite: { label: 'Invite', permission: 'team.read' },
  role: { label: 'Role', permission: 'team.read' },
  session: { label: 'Session', permission: 'team.read' },
  download: { label: 'Exported file', permission: 'team.read' },
  work_item: { label: 'Work item', permission: 'work.read' },
  work_clock: { label: 'Clock of a kind of work', permission: 'work.read' },
  work_hours: { label: 'Working hours', permission: 'work.read' },
  watch: { label: 'Watch', permission: 'team.read' },
  list_view: { label: 'Saved view', permission: 'team.read' },
  job: { label: 'Background jobs', permission: 'jobs.write' },
  'personal-number': { label: 'BVN or NIN', permission: 'people.read' },
} as const satisfies Record<string, RecordKind>

export type RecordType = keyof typeof recordKinds

export const recordTypes = Object.keys(recordKinds) as [RecordType, ...RecordType[]]

/** Whether this release knows a kind of record that the audit names. */
export function isRecordType(type: string): type is RecordType {
  return type in recordKinds
}

/** Reference to a record, with what its address is made of. */
export interface RecordReference {
  type: RecordType
  id: string
  /** What names it; null if it no longer exists. */
  name?: string | null | undefined
  merchantId?: string | null | undefined
  walletId?: string | null | undefined
  /** Record whose page shows it, such as the sub-account of a settlement. */
  parentId?: string | null | undefined
}

/** Kinds of record about which operators send messages; each belongs to a merchant and is never deleted. */
export const messagedTypes = [
  'merchant',
  'wallet',
  'child_account',
  'virtual_account',
  'checkout',
  'payment_link',
  'transaction',
  'refund',
  'settlement',
  'card',
] as const satisfies readonly RecordType[]

export type MessagedType = (typeof messagedTypes)[number]

export function isMessagedType(type: string): type is MessagedType {
  return messagedTypes.some((messaged) => messaged === type)
}

/** Kinds of record that colleagues write notes on; such a record is never deleted. */
export const notedTypes = [
  'merchant',
  'merchant_upgrade',
  'wallet',
  'wallet_upgrade',
  'child_account',
  'transaction',
  'dispute',
  'settlement',
  'subaccount',
  'bulk_batch',
  'scheduled_payout',
  'recurring_payout',
  'card',
  'card_batch',
  'store',
  'contact_message',
  'transfer_route',
  'role',
] as const satisfies readonly RecordType[]

export type NotedType = (typeof notedTypes)[number]

export function isNotedType(type: string): type is NotedType {
  return notedTypes.some((noted) => noted === type)
}

/** Kinds of record that colleagues watch: those with notes, whose history is shown and whose ids never change. */
export const watchedTypes = [...notedTypes] as const

export type WatchedType = (typeof watchedTypes)[number]

export function isWatchedType(type: string): type is WatchedType {
  return watchedTypes.some((watched) => watched === type)
}
