import type { StatusMap } from '../../status/statuses.ts'
import { paidIn } from '../../status/statuses.ts'

/** A card; one that was deleted is gone for ever. */
export const cardStatus: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, BLOCKED: { label: 'Blocked', tone: 'red' } },
  other: { label: 'Deleted', tone: 'grey' },
}

/** What a merchant asked for in cards. */
export const cardBatchStatus: StatusMap = {
  known: {
    PENDING: { label: 'Pending', tone: 'orange' },
    ACCEPTED: { label: 'Accepted', tone: 'green' },
    DECLINED: { label: 'Declined', tone: 'red' },
  },
  other: { tone: 'grey' },
}

/** What a card pays: authorised, cleared, given up or declined. */
export const cardPayment: StatusMap = paidIn
