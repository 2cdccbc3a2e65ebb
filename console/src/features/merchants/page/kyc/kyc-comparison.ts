import type { Data } from '@kobo/contract/kit/call'
import type { Director, Merchant, merchants } from '@kobo/contract/merchants'
import { formatDay } from '../../../../ui/dates.tsx'
import { fullName } from '../../../../ui/format-text.ts'

type BvnInfo = NonNullable<Data<typeof merchants.bvnInfo>['bvnInfo']>
type SettlementAccount = NonNullable<Data<typeof merchants.settlementAccount>['settlementAccount']>

export type WatchListed = BvnInfo['watchListed']

/** Whether the register lists the owner on its watch list; another server sends a word instead of a boolean. */
export function isWatchListed(value: WatchListed): boolean {
  return value === true || (typeof value === 'string' && ['YES', 'TRUE'].includes(value.toUpperCase()))
}

/** Data to compare; null is none on record, undefined is not loaded yet. */
export interface Known {
  merchant: Merchant
  bvn: BvnInfo | null | undefined
  directors: readonly Director[] | undefined
  account: SettlementAccount | null | undefined
}

/** Submitted value next to the value on record. */
export interface Comparison {
  item: string
  /** Value submitted by the merchant, and value on record. */
  submitted: string | null | undefined
  onRecord: string | null | undefined
  /** Source of the value on record. */
  source: string
  /** Null if either value is missing. */
  matches: boolean | null
}

/** Returns the comparisons that a reviewer would otherwise make by eye, in order of importance. */
export function compare({ merchant, bvn, directors, account }: Known): Comparison[] {
  const owner = fullName(merchant.owner)
  const registeredName = bvn && [bvn.firstName, bvn.middleName, bvn.lastName].filter(Boolean).join(' ')
  const dateOfBirth = merchant.ownerDetails?.dateOfBirth
  const director = directors?.find((one) => isSameName(fullName(one), owner))
  const holder = account?.accountName
  return [
    {
      item: "Owner's name",
      submitted: owner,
      onRecord: registeredName,
      source: 'BVN register',
      matches: areSame(owner, registeredName),
    },
    {
      item: "Owner's date of birth",
      submitted: dateOfBirth && formatDay(dateOfBirth),
      onRecord: bvn?.dateOfBirth && formatDay(bvn.dateOfBirth),
      source: 'BVN register',
      matches: dateOfBirth && bvn?.dateOfBirth ? dateOfBirth.slice(0, 10) === bvn.dateOfBirth.slice(0, 10) : null,
    },
    ...(directors !== undefined && directors.length > 0
      ? [
          {
            item: 'Owner among the directors',
            submitted: owner,
            onRecord: director ? fullName(director) : directors.map(fullName).join(', '),
            source: 'Directors',
            matches: owner ? director !== undefined : null,
          },
        ]
      : []),
    {
      item: 'Name of the settlement account',
      submitted: merchant.businessName,
      onRecord: holder,
      source: 'Settlement account',
      matches: holder ? isSameName(holder, merchant.businessName) || isSameName(holder, owner) : null,
    },
  ]
}

function areSame(one: string | null | undefined, other: string | null | undefined): boolean | null {
  return one && other ? isSameName(one, other) : null
}

const emptyWords = new Set(['ltd', 'limited', 'plc', 'nigeria', 'nig', 'and', 'the', 'enterprises', 'ventures'])

/** Whether all words of the shorter name occur in the longer. Registers vary in case, word order and middle names. */
function isSameName(one: string | null | undefined, other: string | null | undefined): boolean {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!shorter || !longer || shorter.length === 0) return false
  // A single word is too common to identify a person.
  if (shorter.length === 1 && longer.length > 1) return false
  return shorter.every((word) => longer.includes(word))
}

function wordsOf(name: string | null | undefined): string[] {
  const words = (name ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const distinctive = words.filter((word) => !emptyWords.has(word))
  return distinctive.length > 0 ? distinctive : words
}
