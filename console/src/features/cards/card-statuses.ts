import type { StatusMap } from '../../status/statuses.ts'
import { paidIn } from '../../status/statuses.ts'

/** Card status; anything but ACTIVE and BLOCKED is permanently deleted. */
export const cardStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, BLOCKED: { label: 'Blocked', tone: 'red' } },
  other: { label: 'Deleted', tone: 'grey' },
}

/** Status of a card batch. */
export const cardBatchStatus: StatusMap = {
  known: {
    PENDING: { label: 'Pending', tone: 'orange' },
    ACCEPTED: { label: 'Accepted', tone: 'green' },
    DECLINED: { label: 'Declined', tone: 'red' },
  },
  other: { tone: 'grey' },
}

/** Status of a card payment: authorised, cleared, never cleared or declined. */
export const cardPayment: StatusMap = paidIn
