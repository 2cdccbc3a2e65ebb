import type { StatusMap } from './statuses.ts'

/** Partner, who refers merchants to us. */
export const partner: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** Bill service. An inactive one accepts no new requests. */
export const service: StatusMap = {
  known: { ACTIVE: { label: 'On', tone: 'green' } },
  other: { label: 'Off', tone: 'red' },
}

/** Bill, pending until its transaction is final. */
export const billPayment: StatusMap = {
  known: {
    SUCCESS: { label: 'Success', tone: 'green' },
    FAILED: { label: 'Failed', tone: 'red' },
    PENDING: { label: 'Pending', tone: 'orange' },
  },
  other: { tone: 'grey' },
}

/** Subscription in the sample data. */
export const subscription: StatusMap = {
  known: { ACTIVE: { label: 'Active', tone: 'green' }, INACTIVE: { label: 'Inactive', tone: 'red' } },
  other: { tone: 'grey' },
}

/** Message of the contact form. */
export const contactMessage: StatusMap = {
  known: { NEW: { label: 'New', tone: 'blue' }, ANSWERED: { label: 'Answered', tone: 'green' } },
  other: { tone: 'grey' },
}
