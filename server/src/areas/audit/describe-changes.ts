import type { AuditChange } from '@kobo/contract/audit'
import { chargeNames } from '@kobo/contract/charges'
import { lagosTime } from '@kobo/contract/kit/day'
import { titleOf } from '@kobo/contract/kit/file-columns'
import { formatNaira } from '../../engine/format-naira.ts'
import { formatCount } from '../../http/display.ts'

type Values = Record<string, unknown>

/** Names of fields whose paths would make poor ones. */
const labels: Readonly<Record<string, string>> = {
  verified: 'KYC status',
  isCardEnabled: 'Cards',
  isRefundEnabled: 'Refunds',
  autoInstantSettlement: 'Instant settlement',
  autoSettlement: 'Automatic settlement',
  isConsentFormApproved: 'Consent form approved',
  isAgencyNetworkConsentFormApproved: 'Agency network consent form approved',
  enableSameBVNOrPhoneNumberForWalletCreation: 'Same BVN or phone number for several wallets',
  'evidence.owner': "Owner's name, submitted",
  'evidence.registeredOwner': "Owner's name, BVN register",
  'evidence.isBornAsRegistered': 'Date of birth matches the register',
  'evidence.isWatched': 'On the watch list',
  'evidence.directors': 'Directors',
  'evidence.settlementAccount': 'Settlement account',
  'evidence.documents': 'Documents',
  notified: 'Notified by',
  next_day: 'Next run',
  scopes: 'Frozen',
  until: 'Ends',
  cancelWaiting: 'Waiting payments cancelled',
  from: 'Network address',
  guessed: 'What was wrong',
  'transfers.below5001': 'Transfers below ₦5,001',
  'transfers.below50001': 'Transfers below ₦50,001',
  'transfers.above50000': 'Transfers above ₦50,000',
  'transfers.walletToWalletCharge': 'Wallet to wallet transfers',
  'subaccount.transferCharge': 'Subaccount transfer charge',
  'childAccount.transferCharge': 'Child account transfer charge',
}

/** Ids that the server follows and that tell a person nothing. */
const unshown = new Set(['noteId'])

/** Returns what changed field by field, as a person reads it. Fields that did not change are left out. */
export function describeChanges(before: unknown, after: unknown): AuditChange[] {
  const [was, is] = [flatten(before), flatten(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
  return paths.flatMap((path) => {
    if (unshown.has(path)) return []
    const [from, to] = differing(was.get(path) ?? null, is.get(path) ?? null)
    const change = { field: labels[path] ?? titleOf(path), from: shown(path, from), to: shown(path, to) }
    return change.from === change.to ? [] : [change]
  })
}

/** Returns the changes in one line: `Status: Inactive → Active; Reason: none`. */
export function summarize(changes: readonly AuditChange[]): string | null {
  if (changes.length === 0) return null
  return changes.map(({ field, from, to }) => `${field}: ${from == null ? to : `${from} → ${to ?? 'none'}`}`).join('; ')
}

/** Leaves of nested objects, by their path. */
function flatten(values: unknown, above = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  if (!isObject(values)) return leaves
  for (const [key, value] of Object.entries(values)) {
    const path = above + key
    if (isObject(value)) for (const [below, leaf] of flatten(value, `${path}.`)) leaves.set(below, leaf)
    else leaves.set(path, value)
  }
  return leaves
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Of two lists, the items of each that the other lacks. */
function differing(from: unknown, to: unknown): [unknown, unknown] {
  if (!Array.isArray(from) || !Array.isArray(to)) return [from, to]
  const lacking = (items: unknown[], other: unknown[]) => items.filter((item) => !other.includes(item))
  return [lacking(from, to), lacking(to, from)]
}

function shown(path: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.flatMap((item) => shown(path, item) ?? []).join(', ') || null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return shownNumber(path, value)
  if (typeof value === 'string') return shownText(path, value)
  return JSON.stringify(value)
}

function shownNumber(path: string, value: number): string {
  if (path.endsWith('percentage')) return `${value}%`
  return isNaira(path) ? formatNaira(BigInt(Math.round(value * 100))) : formatCount(value)
}

/** Amounts and charges are in naira, counts are not. */
function isNaira(path: string): boolean {
  return /(^|\.)amount$/i.test(path) || chargeNames.some((name) => path.startsWith(`${name}.`) || path === name)
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const day = /^\d{4}-\d{2}-\d{2}$/
const constant = /^[A-Z][A-Z0-9]*([_-][A-Z0-9]+)*$/
const isState = /(status|verified|types?|category|mode|scopes|conversation|role|frequency|interval)$/i
const abbreviations = new Set(['POS'])

function shownText(path: string, value: string): string {
  if (instant.test(value)) return lagosTime(new Date(value))
  if (day.test(value)) return value.split('-').toReversed().join('-')
  if (!isState.test(path) || !constant.test(value) || abbreviations.has(value)) return value
  const words = value.toLowerCase().replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
