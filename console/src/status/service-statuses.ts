import type { StatusMap } from './statuses.ts'

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

/** Message of the contact form. */
export const contactMessage: StatusMap = {
  known: { NEW: { label: 'New', tone: 'blue' }, ANSWERED: { label: 'Answered', tone: 'green' } },
  other: { tone: 'grey' },
}
