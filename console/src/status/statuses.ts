import { emptyValue } from '../ui/format-text.ts'

export type Tone = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'grey'

export interface StatusDisplay {
  label: string
  tone: Tone
}

/** Labels and colours of an entity's status on one screen. */
export interface StatusMap {
  known: Readonly<Record<string, StatusDisplay>>
  /** Display of unlisted values; without a label, the value itself or the result of `words`. */
  other: { label?: string; words?: (raw: string) => string; tone: Tone }
}

/** Returns the label and tone of a raw status. */
export function statusDisplay(raw: string | null | undefined, map: StatusMap): StatusDisplay {
  const known = Object.hasOwn(map.known, raw ?? '') ? map.known[raw ?? ''] : undefined
  const { label, words, tone } = map.other
  return known ?? { label: label ?? (raw ? (words?.(raw) ?? raw) : emptyValue), tone }
}

/** Returns filter options: the raw values with this screen's labels. */
export function statusOptions(map: StatusMap, values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: statusDisplay(value, map).label }))
}

/** KYC status of a merchant (`verified`). */
export const merchantKyc: StatusMap = {
  known: {
    NOT_SUBMITTED: { label: 'Not Submitted', tone: 'grey' },
    SUBMITTED: { label: 'Submitted', tone: 'blue' },
    PROCESSING: { label: 'Processing', tone: 'yellow' },
    ACCEPTED: { label: 'Approved', tone: 'green' },
    REJECTED: { label: 'Rejected', tone: 'red' },
  },
  other: { label: 'Not Submitted', tone: 'grey' },
}

/** Active or inactive, for merchants, partners, subscriptions and terminals. Any other value is shown as it is. */
export const activeStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** Active or inactive, for accounts, team members and a merchant's customers. Every other value is inactive. */
export const activity: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' } },
  other: { label: 'Inactive', tone: 'red' },
}

/** Upgrade request of a merchant, shown raw. */
export const merchantUpgrade: StatusMap = {
  known: {
    APPROVED: { label: 'APPROVED', tone: 'green' },
    DECLINED: { label: 'DECLINED', tone: 'red' },
    'IN-REVIEW': { label: 'IN-REVIEW', tone: 'yellow' },
    PENDING: { label: 'PENDING', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** Transaction in a merchant's own area. */
export const merchantTransaction: StatusMap = {
  known: {
    FAILED: { label: 'Failed', tone: 'red' },
    SUCCESS: { label: 'Success', tone: 'green' },
    PENDING: { label: 'Pending', tone: 'orange' },
    QUEUED: { label: 'Queued', tone: 'orange' },
  },
  other: { tone: 'orange' },
}

/** Wallet of a customer. */
export const walletStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, PENDING: { label: 'Pending', tone: 'orange' } },
  other: { label: 'Inactive', tone: 'red' },
}

/** Settlement of collections. */
export const settlement: StatusMap = {
  known: { SUCCESSFUL: { label: 'Success', tone: 'green' }, PENDING: { label: 'Pending', tone: 'orange' } },
  other: { label: 'Failed', tone: 'red' },
}

/** Receipt of a split. Every status but FAILED is green. */
export const splitReceipt: StatusMap = {
  known: { FAILED: { label: 'Failed', tone: 'red' }, SUCCESS: { label: 'Success', tone: 'green' } },
  other: { tone: 'green' },
}

/** Invite to the team. */
export const inviteStatus: StatusMap = {
  known: { ACCEPTED: { label: 'ACCEPTED', tone: 'green' }, EXPIRED: { label: 'EXPIRED', tone: 'grey' } },
  other: { tone: 'yellow' },
}

/** Tier upgrade request of a wallet, shown raw. */
export const walletUpgrade: StatusMap = {
  known: {
    COMPLETED: { label: 'COMPLETED', tone: 'green' },
    REJECTED: { label: 'REJECTED', tone: 'red' },
    PENDING: { label: 'PENDING', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** Batch of payouts. Every value that is not in progress is completed. */
export const bulkBatch: StatusMap = {
  known: {
    UPLOADING: { label: 'Uploading', tone: 'yellow' },
    UPLOADED: { label: 'Uploaded', tone: 'red' },
    PROCESSING: { label: 'Processing', tone: 'red' },
  },
  other: { label: 'Completed', tone: 'green' },
}

/** Scheduled payout in its list. */
export const scheduledPayout: StatusMap = {
  known: {
    NEW: { label: 'Initiated', tone: 'yellow' },
    DISPATCHED: { label: 'Dispatched', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
    CANCELLED: { label: 'Cancelled', tone: 'red' },
  },
  other: { tone: 'red' },
}

/** Scheduled payout in its panel, where an unknown status is no failure. */
export const scheduledPanel: StatusMap = { known: scheduledPayout.known, other: { tone: 'yellow' } }

/** Payout transaction, in lists, panels and its own page. */
export const payoutTransaction: StatusMap = {
  known: {
    SUCCESS: { label: 'Success', tone: 'green' },
    PENDING: { label: 'Pending', tone: 'yellow' },
    QUEUED: { label: 'Queued', tone: 'yellow' },
    FAILED: { label: 'Failed', tone: 'red' },
  },
  other: { tone: 'red' },
}

/** Item of a batch. Once sent, it looks like its payout. */
export const bulkItem: StatusMap = {
  known: {
    NOT_PROCESSED: { label: 'Not processed', tone: 'grey' },
    NEW: { label: 'New', tone: 'grey' },
    PENDING: { label: 'Pending', tone: 'yellow' },
    SUCCESS: { label: 'Success', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
  },
  other: { tone: 'grey' },
}

/** Recurring payout. */
export const recurrentPayout: StatusMap = {
  known: {
    ACTIVE: { label: 'Active', tone: 'green' },
    INACTIVE: { label: 'Inactive', tone: 'red' },
    CANCELLED: { label: 'Cancelled', tone: 'red' },
    COMPLETED: { label: 'Completed', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
  },
  other: { tone: 'green' },
}

/** Virtual account, by whether it has received a payment. */
export const virtualAccount: StatusMap = {
  known: { UNUSED: { label: 'UNUSED', tone: 'red' } },
  other: { tone: 'green' },
}

/** Checkout, by whether it was paid. */
export const checkoutPaid: StatusMap = {
  known: { true: { label: 'Paid', tone: 'green' } },
  other: { label: 'Not paid', tone: 'red' },
}

/** Payment link, by whether it was paid. An unpaid one is no failure. */
export const linkPaid: StatusMap = {
  known: { true: { label: 'Paid', tone: 'green' } },
  other: { label: 'Unpaid', tone: 'grey' },
}

/** Payment link, by whether it still accepts a payment. */
export const paymentLink: StatusMap = {
  known: { INACTIVE: { label: 'INACTIVE', tone: 'red' } },
  other: { tone: 'green' },
}

/** Refund, pending until its transaction is final. */
export const refundStatus: StatusMap = {
  known: {
    pending: { label: 'Pending', tone: 'orange' },
    processing: { label: 'Processing', tone: 'yellow' },
    failed: { label: 'Failed', tone: 'red' },
    processed: { label: 'Processed', tone: 'green' },
  },
  other: { tone: 'orange' },
}

/** Payment to a virtual account, credited or declined. */
export const paidIn: StatusMap = {
  known: { ...merchantTransaction.known, DECLINED: { label: 'Declined', tone: 'red' } },
  other: { tone: 'orange' },
}

/** Dispute. Final statuses are green, except rejected. */
export const disputeStatus: StatusMap = {
  known: {
    NEW: { label: 'New', tone: 'blue' },
    IN_PROGRESS: { label: 'In Progress', tone: 'yellow' },
    AWAITING_FEEDBACK: { label: 'Awaiting Feedback', tone: 'blue' },
    REJECTED: { label: 'Rejected', tone: 'red' },
  },
  other: { words: titled, tone: 'green' },
}

/** Formats `FEEDBACK_PROVIDED` as `Feedback Provided`. */
function titled(raw: string): string {
  return raw
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
