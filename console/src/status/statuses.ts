import { emptyValue } from '../ui/empty-value.ts'

export type Tone = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'grey'

export interface StatusDisplay {
  label: string
  tone: Tone
}

/** How one screen shows one entity's status. */
export interface StatusMap {
  known: Readonly<Record<string, StatusDisplay>>
  /** What every value without a line of its own shows; without a label it shows itself, or `words` made of it. */
  other: { label?: string; words?: (raw: string) => string; tone: Tone }
}

/** The label and tone of a raw status on this screen. */
export function statusDisplay(raw: string | null | undefined, map: StatusMap): StatusDisplay {
  const known = Object.hasOwn(map.known, raw ?? '') ? map.known[raw ?? ''] : undefined
  const { label, words, tone } = map.other
  return known ?? { label: label ?? (raw ? (words?.(raw) ?? raw) : emptyValue), tone }
}

/** These statuses as a filter offers them: the value as it is sent, the label as this screen shows it. */
export function statusOptions(map: StatusMap, values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: statusDisplay(value, map).label }))
}

/** A merchant's KYC (`verified`). */
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

/** A merchant's account. */
export const merchantStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** What is active or is not, whatever else it may be called: accounts, members of the team, and customers among those of a merchant. */
export const activity: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' } },
  other: { label: 'Inactive', tone: 'red' },
}

/** A merchant's upgrade request, shown raw. */
export const merchantUpgrade: StatusMap = {
  known: {
    APPROVED: { label: 'APPROVED', tone: 'green' },
    DECLINED: { label: 'DECLINED', tone: 'red' },
    'IN-REVIEW': { label: 'IN-REVIEW', tone: 'yellow' },
    PENDING: { label: 'PENDING', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** A transaction in a merchant's own area. */
export const merchantTransaction: StatusMap = {
  known: {
    FAILED: { label: 'Failed', tone: 'red' },
    SUCCESS: { label: 'Success', tone: 'green' },
    PENDING: { label: 'Pending', tone: 'orange' },
    QUEUED: { label: 'Queued', tone: 'orange' },
  },
  other: { tone: 'orange' },
}

/** A customer's wallet. */
export const walletStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, PENDING: { label: 'Pending', tone: 'orange' } },
  other: { label: 'Inactive', tone: 'red' },
}

/** What was collected and is paid out. */
export const settlement: StatusMap = {
  known: { SUCCESSFUL: { label: 'Success', tone: 'green' }, PENDING: { label: 'Pending', tone: 'orange' } },
  other: { label: 'Failed', tone: 'red' },
}

/** What somebody got of a split. */
export const splitReceipt: StatusMap = {
  known: { FAILED: { label: 'Failed', tone: 'red' }, SUCCESS: { label: 'Success', tone: 'green' } },
  other: { tone: 'green' },
}

/** An invite to the team. */
export const inviteStatus: StatusMap = {
  known: { ACCEPTED: { label: 'ACCEPTED', tone: 'green' }, EXPIRED: { label: 'EXPIRED', tone: 'grey' } },
  other: { tone: 'yellow' },
}

/** A wallet's request for a higher tier, shown raw. */
export const walletUpgrade: StatusMap = {
  known: {
    COMPLETED: { label: 'COMPLETED', tone: 'green' },
    REJECTED: { label: 'REJECTED', tone: 'red' },
    PENDING: { label: 'PENDING', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** A batch of payouts; whatever is not on its way any more has been completed. */
export const bulkBatch: StatusMap = {
  known: {
    UPLOADING: { label: 'Uploading', tone: 'yellow' },
    UPLOADED: { label: 'Uploaded', tone: 'red' },
    PROCESSING: { label: 'Processing', tone: 'red' },
  },
  other: { label: 'Completed', tone: 'green' },
}

/** A scheduled payout in its list. */
export const scheduledPayout: StatusMap = {
  known: {
    NEW: { label: 'Initiated', tone: 'yellow' },
    DISPATCHED: { label: 'Dispatched', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
    CANCELLED: { label: 'Cancelled', tone: 'red' },
  },
  other: { tone: 'red' },
}

/** A scheduled payout in its side panel, where an unknown status is no failure. */
export const scheduledPanel: StatusMap = { known: scheduledPayout.known, other: { tone: 'yellow' } }

/** A transaction among the payouts: in their list, beside it and on its own page. */
export const payoutTransaction: StatusMap = {
  known: {
    SUCCESS: { label: 'Success', tone: 'green' },
    PENDING: { label: 'Pending', tone: 'yellow' },
    QUEUED: { label: 'Queued', tone: 'yellow' },
    FAILED: { label: 'Failed', tone: 'red' },
  },
  other: { tone: 'red' },
}

/** An item of a batch: once sent it looks like the payout that it became. */
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

/** A recurring payout. */
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

/** An account number that money comes in on: nothing has come in yet, or it has. */
export const virtualAccount: StatusMap = {
  known: { UNUSED: { label: 'UNUSED', tone: 'red' } },
  other: { tone: 'green' },
}

/** A checkout, by whether it was paid. */
export const checkoutPaid: StatusMap = {
  known: { true: { label: 'Paid', tone: 'green' } },
  other: { label: 'Not paid', tone: 'red' },
}

/** A payment link, by whether it was paid; one that waits has done nothing wrong. */
export const linkPaid: StatusMap = {
  known: { true: { label: 'Paid', tone: 'green' } },
  other: { label: 'Unpaid', tone: 'grey' },
}

/** A payment link, by whether it takes a payment still. */
export const paymentLink: StatusMap = {
  known: { INACTIVE: { label: 'INACTIVE', tone: 'red' } },
  other: { tone: 'green' },
}

/** A refund: on its way until its transaction has ended. */
export const refundStatus: StatusMap = {
  known: {
    pending: { label: 'Pending', tone: 'orange' },
    processing: { label: 'Processing', tone: 'yellow' },
    failed: { label: 'Failed', tone: 'red' },
    processed: { label: 'Processed', tone: 'green' },
  },
  other: { tone: 'orange' },
}

/** What came in on an account number, or was declined. */
export const paidIn: StatusMap = {
  known: { ...merchantTransaction.known, DECLINED: { label: 'Declined', tone: 'red' } },
  other: { tone: 'orange' },
}

/** A dispute; what has come to an end is green, unless it was turned down. */
export const disputeStatus: StatusMap = {
  known: {
    NEW: { label: 'New', tone: 'blue' },
    IN_PROGRESS: { label: 'In Progress', tone: 'yellow' },
    AWAITING_FEEDBACK: { label: 'Awaiting Feedback', tone: 'blue' },
    REJECTED: { label: 'Rejected', tone: 'red' },
  },
  other: { words: titled, tone: 'green' },
}

/** `FEEDBACK_PROVIDED` as `Feedback Provided`. */
function titled(raw: string): string {
  return raw
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
