import type { RecordType } from '@kobo/contract/kit/record-kinds'
import { type HitKind, type HitReason, type SearchHit, hitKinds } from '@kobo/contract/search'
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCards,
  IconCreditCard,
  IconDeviceMobile,
  IconHierarchy,
  IconHierarchy3,
  IconId,
  IconLink,
  IconMail,
  IconMessageReport,
  IconQuestionMark,
  IconShoppingCart,
  IconStack2,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { cardBatchStatus, cardStatus } from '../../features/cards/card-labels.ts'
import { recordAddress } from '../../record/record-address.ts'
import { contactMessage } from '../../status/service-statuses.ts'
import {
  type StatusMap,
  activity,
  bulkBatch,
  disputeStatus,
  activeStatus,
  paidIn,
  paymentLink,
  settlement,
  virtualAccount,
  walletStatus,
} from '../../status/statuses.ts'
import { sentenceCase } from '../../ui/format-text.ts'

interface Kind {
  /** Missing if this console does not know the kind, whose records open nothing. */
  type?: RecordType
  group: string
  icon: ComponentType<{ size: number; stroke: number }>
  statuses: StatusMap
  /** Its records contain transactions. */
  isContainer?: true
}

/** Statuses without a colour in the console. */
const plainStatus: StatusMap = { known: {}, other: { words: sentenceCase, tone: 'grey' } }

const kinds: Readonly<Record<HitKind, Kind>> = {
  merchant: {
    type: 'merchant',
    group: 'Merchants',
    icon: IconBuildingStore,
    statuses: activeStatus,
  },
  wallet: { type: 'wallet', group: 'Wallets', icon: IconWallet, statuses: walletStatus },
  childAccount: {
    type: 'child_account',
    group: 'Child accounts',
    icon: IconHierarchy,
    statuses: activity,
  },
  subAccount: {
    type: 'subaccount',
    group: 'Sub accounts',
    icon: IconHierarchy3,
    statuses: activity,
  },
  account: {
    type: 'virtual_account',
    group: 'Virtual accounts',
    icon: IconId,
    statuses: virtualAccount,
  },
  card: { type: 'card', group: 'Cards', icon: IconCreditCard, statuses: cardStatus },
  cardBatch: {
    type: 'card_batch',
    group: 'Card batches',
    icon: IconCards,
    statuses: cardBatchStatus,
    isContainer: true,
  },
  store: {
    type: 'store',
    group: 'Stores',
    icon: IconBuildingWarehouse,
    statuses: plainStatus,
  },
  terminal: {
    type: 'terminal',
    group: 'Terminals',
    icon: IconDeviceMobile,
    statuses: activeStatus,
  },
  member: {
    type: 'staff',
    group: 'Team members',
    icon: IconUsers,
    statuses: activity,
  },
  contactMessage: {
    type: 'contact_message',
    group: 'Messages',
    icon: IconMail,
    statuses: contactMessage,
  },
  paymentLink: {
    type: 'payment_link',
    group: 'Payment links',
    icon: IconLink,
    statuses: paymentLink,
  },
  checkout: {
    type: 'checkout',
    group: 'Checkouts',
    icon: IconShoppingCart,
    statuses: plainStatus,
  },
  dispute: {
    type: 'dispute',
    group: 'Disputes',
    icon: IconMessageReport,
    statuses: disputeStatus,
  },
  settlement: {
    type: 'settlement',
    group: 'Settlements',
    icon: IconBuildingBank,
    statuses: settlement,
    isContainer: true,
  },
  batch: {
    type: 'bulk_batch',
    group: 'Payout batches',
    icon: IconStack2,
    statuses: bulkBatch,
    isContainer: true,
  },
  transaction: {
    type: 'transaction',
    group: 'Transactions',
    icon: IconArrowsExchange,
    statuses: paidIn,
  },
}

/** Kind that this console does not know yet. */
const unknown: Kind = { group: 'Other', icon: IconQuestionMark, statuses: { known: {}, other: { tone: 'grey' } } }

export function kindOf({ kind }: SearchHit): Kind {
  return hitKinds.some((known) => known === kind) ? kinds[kind as HitKind] : unknown
}

/** Page of the record that was found; undefined if the server does not name its owner. */
export function addressOfHit(hit: SearchHit): string | undefined {
  const { type } = kindOf(hit)
  return type && recordAddress({ ...hit, type, name: hit.title })
}

/**
 * Groups hits by kind, in the order of their best match. Containers of transactions come before these, so that a batch is not
 * listed below its own payouts.
 */
export function groupHits(hits: readonly SearchHit[]): [group: string, hits: readonly SearchHit[]][] {
  const found = new Map<Kind, SearchHit[]>()
  for (const hit of hits) found.set(kindOf(hit), [...(found.get(kindOf(hit)) ?? []), hit])
  const order = [...found.keys()]
  const beforeTransactions = order.includes(kinds.transaction) ? order.indexOf(kinds.transaction) - 0.5 : Infinity
  const rankOf = (kind: Kind) =>
    kind.isContainer ? Math.min(order.indexOf(kind), beforeTransactions) : order.indexOf(kind)
  return [...found].toSorted(([a], [b]) => rankOf(a) - rankOf(b)).map(([{ group }, ofKind]) => [group, ofKind])
}

const reasons: Readonly<Record<HitReason, string>> = {
  ID: 'ID',
  NAME: 'Name',
  EMAIL: 'Email address',
  PHONE: 'Phone number',
  ACCOUNT_NUMBER: 'Account number',
  REFERENCE: 'Reference',
  SESSION_ID: 'Session ID',
  AMOUNT: 'Amount',
  BVN: 'BVN',
  NIN: 'NIN',
  RC_NUMBER: 'RC number',
  CARD_NUMBER: 'Card number',
  SERIAL_NUMBER: 'Serial number',
  URL: 'URL',
}

const reasonLabels = new Map<string, string>(Object.entries(reasons))

/** Returns the matched values: `Amount and account number`. */
export function whyText({ why }: SearchHit): string {
  const labels = (why ?? []).map((reason) => reasonLabels.get(reason) ?? sentenceCase(reason))
  return labels.map((label, index) => (index === 0 ? label : inSentence(label))).join(' and ')
}

/** `Account number` becomes `account number`; `BVN` is unchanged. */
function inSentence(label: string): string {
  return /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
