import { emptyValue, sentenceCase } from '../ui/format-text.ts'

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

/** Declares statuses by their tones; a label other than the status in sentence case is given beside the tone. */
export function statusMap(
  statuses: Readonly<Record<string, Tone | readonly [label: string, tone: Tone]>>,
  other: StatusMap['other'],
): StatusMap {
  const displays = Object.entries(statuses).map(([raw, display]): [string, StatusDisplay] => {
    const [label, tone] = typeof display === 'string' ? [sentenceCase(raw), display] : display
    return [raw, { label, tone }]
  })
  return { known: Object.fromEntries(displays), other }
}

/** Declares statuses that are shown as they are. */
function rawStatusMap(tones: Readonly<Record<string, Tone>>, other: StatusMap['other']): StatusMap {
  const shown = Object.entries(tones).map(([raw, tone]): [string, readonly [string, Tone]] => [raw, [raw, tone]])
  return statusMap(Object.fromEntries(shown), other)
}

/** Returns filter options: the raw values with this screen's labels. */
export function statusOptions(map: StatusMap, values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: statusDisplay(value, map).label }))
}

/** KYC status of a merchant (`verified`). */
export const merchantKyc = statusMap(
  {
    NOT_SUBMITTED: ['Not Submitted', 'grey'],
    SUBMITTED: 'blue',
    PROCESSING: 'yellow',
    ACCEPTED: ['Approved', 'green'],
    REJECTED: 'red',
  },
  { label: 'Not Submitted', tone: 'grey' },
)

/** Active or inactive, for merchants, partners, subscriptions and terminals. Any other value is shown as it is. */
export const activeStatus = statusMap({ ACTIVE: 'green', INACTIVE: 'red' }, { tone: 'grey' })

/** Active or inactive, for accounts, team members and a merchant's customers. Every other value is inactive. */
export const activity = statusMap({ ACTIVE: 'green' }, { label: 'Inactive', tone: 'red' })

/** Upgrade request of a merchant, shown raw. */
export const merchantUpgrade = rawStatusMap(
  { APPROVED: 'green', DECLINED: 'red', 'IN-REVIEW': 'yellow', PENDING: 'orange' },
  { tone: 'grey' },
)

/** Transaction in a merchant's own area. */
export const merchantTransaction = statusMap(
  { FAILED: 'red', SUCCESS: 'green', PENDING: 'orange', QUEUED: 'orange' },
  { words: titled, tone: 'orange' },
)

/** Wallet of a customer. */
export const walletStatus = statusMap({ ACTIVE: 'green', PENDING: 'orange' }, { label: 'Inactive', tone: 'red' })

/** Settlement of collections. */
export const settlement = statusMap(
  { SUCCESSFUL: ['Success', 'green'], PENDING: 'orange' },
  { label: 'Failed', tone: 'red' },
)

/** Receipt of a split. Every status but FAILED is green. */
export const splitReceipt = statusMap({ FAILED: 'red', SUCCESS: 'green' }, { tone: 'green' })

/** Invite to the team. */
export const inviteStatus = rawStatusMap({ ACCEPTED: 'green', EXPIRED: 'grey' }, { tone: 'yellow' })

/** Tier upgrade request of a wallet, shown raw. */
export const walletUpgrade = rawStatusMap({ COMPLETED: 'green', REJECTED: 'red', PENDING: 'orange' }, { tone: 'grey' })

/** Batch of payouts. Every value that is not in progress is completed. */
export const bulkBatch = statusMap(
  { UPLOADING: 'yellow', UPLOADED: 'red', PROCESSING: 'red' },
  { label: 'Completed', tone: 'green' },
)

/** Scheduled payout in its list. */
export const scheduledPayout = statusMap(
  { NEW: ['Initiated', 'yellow'], DISPATCHED: 'green', FAILED: 'red', CANCELLED: 'red' },
  { tone: 'red' },
)

/** Scheduled payout in its panel, where an unknown status is no failure. */
export const scheduledPanel: StatusMap = { known: scheduledPayout.known, other: { tone: 'yellow' } }

/** Payout transaction, in lists, panels and its own page. */
export const payoutTransaction = statusMap(
  { SUCCESS: 'green', PENDING: 'yellow', QUEUED: 'yellow', FAILED: 'red' },
  { words: titled, tone: 'red' },
)

/** Item of a batch. Once sent, it looks like its payout. */
export const bulkItem = statusMap(
  { NOT_PROCESSED: 'grey', NEW: 'grey', PENDING: 'yellow', SUCCESS: 'green', FAILED: 'red' },
  { tone: 'grey' },
)

/** Recurring payout. */
export const recurrentPayout = statusMap(
  { ACTIVE: 'green', INACTIVE: 'red', CANCELLED: 'red', COMPLETED: 'green', FAILED: 'red' },
  { tone: 'green' },
)

/** Virtual account, by whether it has received a payment. */
export const virtualAccount = rawStatusMap({ UNUSED: 'red' }, { tone: 'green' })

/** Checkout, by whether it was paid. */
export const checkoutPaid = statusMap({ true: ['Paid', 'green'] }, { label: 'Not paid', tone: 'red' })

/** Payment link, by whether it was paid. An unpaid one is no failure. */
export const linkPaid = statusMap({ true: ['Paid', 'green'] }, { label: 'Unpaid', tone: 'grey' })

/** Payment link, by whether it still accepts a payment. */
export const paymentLink = rawStatusMap({ INACTIVE: 'red' }, { tone: 'green' })

/** Refund, pending until its transaction is final. */
export const refundStatus = statusMap(
  { pending: 'orange', processing: 'yellow', failed: 'red', processed: 'green' },
  { tone: 'orange' },
)

/** Payment to a virtual account, credited or declined. */
export const paidIn = statusMap(
  { FAILED: 'red', SUCCESS: 'green', PENDING: 'orange', QUEUED: 'orange', DECLINED: 'red' },
  { tone: 'orange' },
)

/** Dispute. Final statuses are green, except rejected. */
export const disputeStatus = statusMap(
  {
    NEW: 'blue',
    IN_PROGRESS: ['In Progress', 'yellow'],
    AWAITING_FEEDBACK: ['Awaiting Feedback', 'blue'],
    REJECTED: 'red',
  },
  { words: titled, tone: 'green' },
)

/** Formats `FEEDBACK_PROVIDED` as `Feedback Provided`. */
function titled(raw: string): string {
  return raw
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
