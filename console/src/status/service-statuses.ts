import { statusMap } from './statuses.ts'

/** Bill service. An inactive one accepts no new requests. */
export const service = statusMap({ ACTIVE: ['On', 'green'] }, { label: 'Off', tone: 'red' })

/** Bill, pending until its transaction is final. */
export const billPayment = statusMap({ SUCCESS: 'green', FAILED: 'red', PENDING: 'orange' }, { tone: 'grey' })

/** Message of the contact form. */
export const contactMessage = statusMap({ NEW: 'blue', ANSWERED: 'green' }, { tone: 'grey' })
