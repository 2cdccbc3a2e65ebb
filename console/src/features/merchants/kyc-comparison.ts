import type { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { Director, Merchant } from '@kobo/contract/merchants'
import { formatDay } from '../../ui/format-day.ts'
import { fullName } from '../../ui/empty-value.ts'

type BvnInfo = NonNullable<Data<typeof contract.merchants.bvnInfo>['bvnInfo']>
type SettlementAccount = NonNullable<Data<typeof contract.merchants.settlementAccount>['settlementAccount']>

export type WatchListed = BvnInfo['watchListed']

/** Whether the register has the owner on its watch list; another server says so in a word. */
export function isWatchListed(value: WatchListed): boolean {
  return value === true || (typeof value === 'string' && ['YES', 'TRUE'].includes(value.toUpperCase()))
}

/** What is known of a merchant; null is what there is none of, and undefined what has not come. */
export interface Known {
  merchant: Merchant
  bvn: BvnInfo | null | undefined
  directors: readonly Director[] | undefined
  account: SettlementAccount | null | undefined
}

/** Two records of one thing side by side. */
export interface Comparison {
  what: string
  /** As the merchant said it, and as it stands elsewhere. */
  said: string | null | undefined
  found: string | null | undefined
  /** Where it was found. */
  where: string
  /** Nothing where one of them is missing. */
  matches: boolean | null
}

/** What a reviewer would else compare by eye, in the order in which it matters. */
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

/** Registers write names in capitals, in any order, with a middle name or without: all words of the shorter stand in the longer. */
function isSameName(one: string | null | undefined, other: string | null | undefined): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!few || !many || few.length === 0) return false
  // One word alone may be anybody's.
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
