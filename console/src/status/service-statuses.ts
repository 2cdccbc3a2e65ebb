import type { StatusMap } from './statuses.ts'

/** Who brings merchants to us. */
export const partner: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** A service; an inactive one begins nothing new. */
export const service: StatusMap = {
  known: { ACTIVE: { label: 'On', tone: 'green' } },
  other: { label: 'Off', tone: 'red' },
}

/** A bill: on its way until its transaction has ended. */
export const billPayment: StatusMap = {
  known: {
    SUCCESS: { label: 'Success', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
    PENDING: { label: 'Pending', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** A subscription among the samples. */
export const subscription: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** What somebody wants to know from us. */
export const contactMessage: StatusMap = {
  known: { NEW: { label: 'New', tone: 'blue' }, ANSWERED: { label: 'Answered', tone: 'green' } },
  other: { tone: 'grey' },
}
