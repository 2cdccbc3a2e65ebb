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
import { paths } from '../../paths.ts'
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
  group: string
  icon: ComponentType<{ size: number; stroke: number }>
  statuses: StatusMap
  /** Page of the record; undefined if the server does not name its owner. */
  address?: (hit: SearchHit) => string | undefined
  /** Its records contain transactions. */
  isContainer?: true
}

/** Statuses without a colour in the console. */
const plainStatus: StatusMap = { known: {}, other: { words: sentenceCase, tone: 'grey' } }

const kinds: Readonly<Record<HitKind, Kind>> = {
  merchant: {
    group: 'Merchants',
    icon: IconBuildingStore,
    statuses: activeStatus,
    address: ({ id }) => paths.merchant(id),
  },
  wallet: { group: 'Wallets', icon: IconWallet, statuses: walletStatus, address: ({ id }) => paths.wallet(id) },
  childAccount: {
    group: 'Child accounts',
    icon: IconHierarchy,
    statuses: activity,
    address: ({ id, merchantId, walletId }) => {
      if (walletId) return paths.customerChildren(walletId, { accountId: id })
      return merchantId ? paths.merchantChildren(merchantId, { accountId: id }) : undefined
    },
  },
  subAccount: {
    group: 'Sub accounts',
    icon: IconHierarchy3,
    statuses: activity,
    address: ({ id, merchantId }) => (merchantId ? paths.subAccountSettlements(merchantId, id) : undefined),
  },
  account: {
    group: 'Virtual accounts',
    icon: IconId,
    statuses: virtualAccount,
    address: ({ id }) => paths.virtualAccount({ virtualAccountId: id }),
  },
  card: { group: 'Cards', icon: IconCreditCard, statuses: cardStatus, address: ({ id }) => paths.card(id) },
  cardBatch: {
    group: 'Card batches',
    icon: IconCards,
    statuses: cardBatchStatus,
    address: ({ id }) => paths.cards({ status: 'batches', batchId: id }),
    isContainer: true,
  },
  store: {
    group: 'Stores',
    icon: IconBuildingWarehouse,
    statuses: plainStatus,
    // Only the transactions tab can be filtered by terminal.
    address: ({ id, title }) => paths.stores({ status: 'terminals', store: id, storeName: title }),
  },
  terminal: {
    group: 'Terminals',
    icon: IconDeviceMobile,
    statuses: activeStatus,
    address: ({ id, title }) => paths.stores({ terminal: id, terminalName: title }),
  },
  member: {
    group: 'Team members',
    icon: IconUsers,
    statuses: activity,
    address: ({ title }) => paths.teams({ status: 'members', search: title }),
  },
  contactMessage: {
    group: 'Messages',
    icon: IconMail,
    statuses: contactMessage,
    address: ({ id }) => paths.contactUs({ messageId: id }),
  },
  paymentLink: {
    group: 'Payment links',
    icon: IconLink,
    statuses: paymentLink,
    address: ({ id }) => paths.paymentLinks({ paymentLinkId: id }),
  },
  checkout: {
    group: 'Checkouts',
    icon: IconShoppingCart,
    statuses: plainStatus,
    address: ({ id }) => paths.checkout({ checkoutId: id }),
  },
  dispute: {
    group: 'Disputes',
    icon: IconMessageReport,
    statuses: disputeStatus,
    address: ({ id }) => paths.dispute(id),
  },
  settlement: {
    group: 'Settlements',
    icon: IconBuildingBank,
    statuses: settlement,
    address: ({ id, merchantId, parentId }) =>
      merchantId && parentId ? paths.subAccountSettlement(merchantId, parentId, id) : paths.settlement(id),
    isContainer: true,
  },
  batch: {
    group: 'Payout batches',
    icon: IconStack2,
    statuses: bulkBatch,
    // Its page is addressed by reference, which other merchants may have used too.
    address: ({ title, merchantId }) => paths.bulkPayout(title, { merchantId: merchantId ?? undefined }),
    isContainer: true,
  },
  transaction: {
    group: 'Transactions',
    icon: IconArrowsExchange,
    statuses: paidIn,
    address: ({ id }) => paths.transaction(id),
  },
}

/** Kind that this console does not know yet. It is readable and opens nothing. */
const unknown: Kind = { group: 'Other', icon: IconQuestionMark, statuses: { known: {}, other: { tone: 'grey' } } }

export function kindOf({ kind }: SearchHit): Kind {
  return hitKinds.some((known) => known === kind) ? kinds[kind as HitKind] : unknown
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
