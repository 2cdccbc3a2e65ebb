import { type HitKind, type HitReason, hitKinds, type SearchHit } from '@kobo/contract/search'
import {
  IconArrowsExchange,
  IconBuildingStore,
  IconId,
  IconQuestionMark,
  IconStack2,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { paths } from '../../paths.ts'
import {
  bulkBatch,
  merchantStatus,
  paidIn,
  type StatusMap,
  virtualAccount,
  walletStatus,
} from '../../status/statuses.ts'
import { sentenceCase } from '../../transaction/transaction-words.ts'

interface Kind {
  group: string
  icon: ComponentType<{ size: number; stroke: number }>
  statuses: StatusMap
  /** The page that tells of such a record. */
  address?: (hit: SearchHit) => string
}

const kinds: Readonly<Record<HitKind, Kind>> = {
  merchant: {
    group: 'Merchants',
    icon: IconBuildingStore,
    statuses: merchantStatus,
    address: ({ id }) => paths.merchant(id),
  },
  wallet: { group: 'Wallets', icon: IconWallet, statuses: walletStatus, address: ({ id }) => paths.wallet(id) },
  transaction: {
    group: 'Transactions',
    icon: IconArrowsExchange,
    statuses: paidIn,
    address: ({ id }) => paths.transaction(id),
  },
  batch: {
    group: 'Batches',
    icon: IconStack2,
    statuses: bulkBatch,
    // Its page goes by its reference, which other merchants may have used too.
    address: ({ title, merchantId }) => paths.bulkPayout(title, { merchantId: merchantId ?? undefined }),
  },
  account: {
    group: 'Accounts',
    icon: IconId,
    statuses: virtualAccount,
    address: ({ id }) => paths.virtualAccount({ virtualAccountId: id }),
  },
}

/** What a server knows of and this console does not: it can be read, and leads nowhere. */
const unknown: Kind = { group: 'Other', icon: IconQuestionMark, statuses: { known: {}, other: { tone: 'grey' } } }

export function kindOf({ kind }: SearchHit): Kind {
  return hitKinds.some((known) => known === kind) ? kinds[kind as HitKind] : unknown
}

/** Hits by their groups, in the order in which these stand. */
export function grouped(hits: readonly SearchHit[]): [group: string, hits: readonly SearchHit[]][] {
  return [...Object.values(kinds), unknown]
    .map(({ group }): [string, SearchHit[]] => [group, hits.filter((hit) => kindOf(hit).group === group)])
    .filter(([, found]) => found.length > 0)
}

const reasons: Readonly<Record<HitReason, string>> = {
  ID: 'ID',
  NAME: 'Name',
  EMAIL: 'E-mail address',
  PHONE: 'Phone number',
  ACCOUNT_NUMBER: 'Account number',
  REFERENCE: 'Reference',
  SESSION_ID: 'Session ID',
  AMOUNT: 'Amount',
  BVN: 'BVN',
  NIN: 'NIN',
}

const reasonWords = new Map<string, string>(Object.entries(reasons))

/** What it was found by: `Amount and account number`. */
export function whyText({ why }: SearchHit): string {
  const words = (why ?? []).map((reason) => reasonWords.get(reason) ?? sentenceCase(reason))
  return words.map((word, index) => (index === 0 ? word : inSentence(word))).join(' and ')
}

/** `Account number` becomes `account number`; `BVN` stays. */
function inSentence(word: string): string {
  return /^.[A-Z]/.test(word) ? word : word.charAt(0).toLowerCase() + word.slice(1)
}
