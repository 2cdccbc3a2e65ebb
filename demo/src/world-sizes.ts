import type { CheckoutCounts } from './checkouts.ts'
import type { BatchCounts } from './batches.ts'
import type { BillCounts } from './bill-payments.ts'
import type { CardCounts } from './card-payments.ts'
import type { ChildCounts } from './child-accounts.ts'
import type { IssuedCardCounts } from './card-scene.ts'
import type { MerchantCounts } from './merchants.ts'
import type { RecurringCounts } from './recurring-payouts.ts'
import type { RefundCounts } from './refunds.ts'
import type { ScheduledCounts } from './scheduled-payouts.ts'
import type { UpgradeCounts } from './upgrades.ts'
import type { WalletUpgradeCounts } from './wallet-upgrades.ts'
import type { WalletCounts } from './wallets.ts'
import type { DisputeCounts } from './disputes.ts'

/** Number of records of each kind in a mode's demo data. */
export interface WorldSize {
  merchants: MerchantCounts
  /** Number of partners. */
  partners: number
  wallets: WalletCounts
  upgrades: UpgradeCounts
  walletUpgrades: WalletUpgradeCounts
  ownCharges: number
  scheduled: ScheduledCounts
  recurring: RecurringCounts
  batches: BatchCounts
  staticAccounts: number
  virtualAccounts: number
  asked: CheckoutCounts
  declinedCollections: number
  cardPayments: CardCounts
  issuedCards: IssuedCardCounts
  childAccounts: ChildCounts
  refunds: RefundCounts
  disputes: DisputeCounts
  bills: BillCounts
  /** Number of contact messages. */
  contactMessages: number
  /** Number of merchants with splits. */
  sharing: number
  /** Number of merchants with stores. */
  trading: number
}

type WorldSizes = Record<'PRODUCTION' | 'SANDBOX', WorldSize>

/** Live mode is full, Test mode smaller. */
const fullSizes: WorldSizes = {
  PRODUCTION: {
    merchants: { total: 2500, kyc: { NOT_SUBMITTED: 270, SUBMITTED: 60, PROCESSING: 28, REJECTED: 169 } },
    partners: 46,
    wallets: { total: 12_000, largest: [1842, 1204, 866, 641, 512, 388, 301] },
    upgrades: { PENDING: 28, 'IN-REVIEW': 14, APPROVED: 56, DECLINED: 22 },
    walletUpgrades: { PENDING: 60, COMPLETED: 120, REJECTED: 40 },
    ownCharges: 12,
    scheduled: { DISPATCHED: 240, NEW: 90, CANCELLED: 40, FAILED: 30 },
    recurring: { ACTIVE: 100, INACTIVE: 32, CANCELLED: 28, COMPLETED: 28, FAILED: 12 },
    batches: { COMPLETED: 33, PROCESSING: 4, UPLOADED: 2 },
    staticAccounts: 3000,
    virtualAccounts: 1500,
    asked: {
      checkouts: { paid: 42, open: 6, expired: 10, closed: 2 },
      links: { paid: 24, open: 24, reversedBeforeClearing: 5 },
    },
    declinedCollections: 24,
    cardPayments: { taken: 60, declined: 9, givenUp: 6 },
    issuedCards: { accepted: 16, pending: 5, declined: 4 },
    childAccounts: { merchants: 32, wallets: 24, open: 6 },
    refunds: { processed: 10, failed: 4, processing: 3, pending: 3 },
    disputes: {
      fresh: 5,
      takenUp: 4,
      short: 2,
      awaited: 6,
      answered: 4,
      resolved: 8,
      unpaid: 2,
      rejected: 5,
      closed: 4,
      debits: 5,
    },
    bills: { SUCCESS: 140, FAILED: 14, PENDING: 5, QUEUED: 3 },
    contactMessages: 84,
    sharing: 18,
    trading: 12,
  },
  SANDBOX: {
    merchants: { total: 300, kyc: { NOT_SUBMITTED: 30, SUBMITTED: 12, PROCESSING: 6, REJECTED: 15 } },
    partners: 9,
    wallets: { total: 1200, largest: [184, 96, 61] },
    upgrades: { PENDING: 6, 'IN-REVIEW': 3, APPROVED: 8, DECLINED: 3 },
    walletUpgrades: { PENDING: 9, COMPLETED: 18, REJECTED: 6 },
    ownCharges: 3,
    scheduled: { DISPATCHED: 22, NEW: 10, CANCELLED: 4, FAILED: 4 },
    recurring: { ACTIVE: 8, INACTIVE: 4, CANCELLED: 4, COMPLETED: 4, FAILED: 4 },
    batches: { COMPLETED: 5, PROCESSING: 1, UPLOADED: 1 },
    staticAccounts: 240,
    virtualAccounts: 120,
    asked: {
      checkouts: { paid: 14, open: 2, expired: 3, closed: 1 },
      links: { paid: 8, open: 3, reversedBeforeClearing: 2 },
    },
    declinedCollections: 6,
    cardPayments: { taken: 12, declined: 3, givenUp: 2 },
    issuedCards: { accepted: 5, pending: 2, declined: 1 },
    childAccounts: { merchants: 8, wallets: 6, open: 4 },
    refunds: { processed: 2, failed: 1, processing: 1, pending: 1 },
    disputes: {
      fresh: 2,
      takenUp: 1,
      short: 1,
      awaited: 2,
      answered: 1,
      resolved: 2,
      unpaid: 1,
      rejected: 1,
      closed: 1,
      debits: 1,
    },
    bills: { SUCCESS: 24, FAILED: 4, PENDING: 2, QUEUED: 1 },
    contactMessages: 14,
    sharing: 8,
    trading: 5,
  },
}

/** Numbers of Live transactions from which the demo has all records, and those that are no history of the engine. */
const fullFrom = 50_000
const peopledFrom = 15_000

/**
 * Returns the sizes of both modes. In a demo of few transactions, Live mode has as few as Test mode of the records whose history
 * the engine makes event by event, which takes longest; in one of very few, of everything.
 */
export function worldSizes(transactions: number): WorldSizes {
  if (transactions >= fullFrom) return fullSizes
  const { PRODUCTION, SANDBOX } = fullSizes
  if (transactions < peopledFrom) return { PRODUCTION: SANDBOX, SANDBOX }
  const { childAccounts, cardPayments, issuedCards, refunds, bills, sharing, trading } = SANDBOX
  return {
    PRODUCTION: { ...PRODUCTION, childAccounts, cardPayments, issuedCards, refunds, bills, sharing, trading },
    SANDBOX,
  }
}
