import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { Director, Merchant } from '@kobo/contract/merchants'
import { formatDay } from '../../../../ui/dates.tsx'
import { fullName } from '../../../../ui/format-text.ts'

type BvnInfo = NonNullable<Data<typeof contract.merchants.bvnInfo>['bvnInfo']>
type SettlementAccount = NonNullable<Data<typeof contract.merchants.settlementAccount>['settlementAccount']>

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
  what: string
  /** Value submitted by the merchant, and value on record. */
  said: string | null | undefined
  found: string | null | undefined
  /** Source of the value on record. */
  where: string
  /** Null if either value is missing. */
  matches: boolean | null
}

/** Returns the comparisons that a reviewer would otherwise make by eye, in order of importance. */
export function compare({ merchant, bvn, directors, account }: Known): Comparison[] {
  const owner = fullName(merchant.owner)
  const register = bvn && [bvn.firstName, bvn.middleName, bvn.lastName].filter(Boolean).join(' ')
  const born = merchant.ownerDetails?.dateOfBirth
  const director = directors?.find((one) => isSameName(fullName(one), owner))
  const holder = account?.accountName
  return [
    { what: "Owner's name", said: owner, found: register, where: 'BVN register', matches: areSame(owner, register) },
    {
      what: "Owner's date of birth",
      said: born && formatDay(born),
      found: bvn?.dateOfBirth && formatDay(bvn.dateOfBirth),
      where: 'BVN register',
      matches: born && bvn?.dateOfBirth ? born.slice(0, 10) === bvn.dateOfBirth.slice(0, 10) : null,
    },
    ...(directors !== undefined && directors.length > 0
      ? [
          {
            what: 'Owner among the directors',
            said: owner,
            found: director ? fullName(director) : directors.map(fullName).join(', '),
            where: 'Directors',
            matches: owner ? director !== undefined : null,
          },
        ]
      : []),
    {
      what: 'Name of the settlement account',
      said: merchant.businessName,
      found: holder,
      where: 'Settlement account',
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
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!few || !many || few.length === 0) return false
  // A single word is too common to identify a person.
  if (few.length === 1 && many.length > 1) return false
  return few.every((word) => many.includes(word))
}

function wordsOf(name: string | null | undefined): string[] {
  const words = (name ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !emptyWords.has(word))
  return telling.length > 0 ? telling : words
}
