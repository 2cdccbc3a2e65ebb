import type { GrantedPermission } from './permission.ts'
import { type RecordType, recordKinds } from './record-kinds.ts'

/** Kind of work: what a person calls one item and several, the record that it is about, and the permission to do it. */
interface WorkKindTraits {
  label: string
  plural: string
  record: RecordType
  permission: GrantedPermission
}

/** Longest time for which an item can be snoozed. */
export const maxSnoozeDays = 7
/** Number of people who skip an item before a lead must look at it. */
export const maxSkips = 3
/** Maximum number of items that one call assigns. */
export const maxAssigned = 100

const traits = {
  KYC: { label: 'KYC', plural: 'KYC', record: 'merchant', permission: 'merchants.decide' },
  TIER: { label: 'Tier upgrade', plural: 'Tier upgrades', record: 'wallet_upgrade', permission: 'wallets.decide' },
  UPGRADE: {
    label: 'Merchant upgrade',
    plural: 'Merchant upgrades',
    record: 'merchant_upgrade',
    permission: 'merchants.decide',
  },
  PAYOUT_IN_DOUBT: {
    label: 'Unconfirmed payout',
    plural: 'Unconfirmed payouts',
    record: 'transaction',
    permission: 'payouts.write',
  },
  SETTLEMENT_FAILED: {
    label: 'Failed settlement',
    plural: 'Failed settlements',
    record: 'settlement',
    permission: 'settlements.write',
  },
  DISPUTE: { label: 'Dispute', plural: 'Disputes', record: 'dispute', permission: 'disputes.write' },
  REFUND_STUCK: { label: 'Stuck refund', plural: 'Stuck refunds', record: 'refund', permission: 'refunds.write' },
  CARD_BATCH: { label: 'Card batch', plural: 'Card batches', record: 'card_batch', permission: 'cards.decide' },
  CONTACT: {
    label: 'Contact message',
    plural: 'Contact messages',
    record: 'contact_message',
    permission: 'contact.write',
  },
  DEAD_JOBS: { label: 'Failed jobs', plural: 'Failed jobs', record: 'job', permission: 'jobs.write' },
  WEBHOOKS_FAILED: {
    label: 'Failed webhooks',
    plural: 'Failed webhooks',
    record: 'merchant',
    permission: 'payouts.write',
  },
} as const satisfies Record<string, WorkKindTraits>

export type WorkKind = keyof typeof traits

export const workKinds: Readonly<Record<WorkKind, WorkKindTraits>> = traits

/** Every kind, in the order of their cards. */
export const workKindNames = Object.keys(traits) as [WorkKind, ...WorkKind[]]

/** Whether a text is a kind that this release knows. */
export function isWorkKind(text: string): text is WorkKind {
  return Object.hasOwn(traits, text)
}

/** Records that require work, or whose page shows one that does. */
const recordsWithWork = new Set<string>([...Object.values(traits).map(({ record }) => record), 'wallet', 'subaccount'])

/** Whether records of a type may require work. */
export function hasWork(type: RecordType): boolean {
  return recordsWithWork.has(type)
}

/** Permissions to read the record of a kind and its merchant. */
function readPermissions(kind: WorkKind): GrantedPermission[] {
  const { permission } = recordKinds[workKinds[kind].record]
  return kind === 'DEAD_JOBS' ? [permission] : [permission, 'merchants.read']
}

/** Kinds whose records somebody may read and work on; `may` tells which permissions they have. */
export function offeredKinds(may: (permission: GrantedPermission) => boolean): WorkKind[] {
  return workKindNames.filter((kind) => may('work.write') && may(workKinds[kind].permission) && canRead(kind, may))
}

/** Kinds that somebody sees: those that they work on; leads and those who only read see all whose records they may read. */
export function shownKinds(may: (permission: GrantedPermission) => boolean): WorkKind[] {
  if (may('work.write') && !may('work.lead')) return offeredKinds(may)
  return workKindNames.filter((kind) => canRead(kind, may))
}

function canRead(kind: WorkKind, may: (permission: GrantedPermission) => boolean): boolean {
  return readPermissions(kind).every(may)
}
