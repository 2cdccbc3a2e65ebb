import type { DisputeMessage } from '@kobo/contract/disputes'
import { StatusTag } from '../../../status/status-tag.tsx'
import type { StatusMap } from '../../../status/statuses.ts'

export const sampleDispute = {
  amount: 25_000,
  status: 'IN_PROGRESS',
  fields: [
    ['Merchant', 'Sample Merchant Ltd'],
    ['Customer', 'Sample Customer'],
    ['Amount', '₦25,000.00'],
    ['Date created', '01-01-2026 09:00'],
    ['Due date', '04-01-2026 09:00'],
    ['Category', 'Chargeback'],
    ['Transaction type', 'Credit'],
    ['Transaction category', 'Bank funding'],
    ['Transaction reference', 'SAMPLE-0001'],
    ['Description', 'The customer says that the goods never arrived'],
  ],
} as const

/** Sample messages, newest first. */
export const sampleMessages: readonly DisputeMessage[] = [
  {
    id: 'sample-2',
    createdAt: '2026-01-02T10:30:00.000Z',
    subject: 'Proof of delivery',
    message: 'The parcel was handed over on 28 December, and signed for.',
    user: { role: 'MERCHANT', name: 'Sample Merchant Ltd' },
  },
  {
    id: 'sample-1',
    createdAt: '2026-01-01T09:05:00.000Z',
    subject: 'A customer disputes a payment',
    message: 'Kindly send us the proof of delivery.',
    user: { role: 'ADMIN', name: 'Sample Operator' },
  },
]

/** Marks sample data, which is not real and on which actions have no effect. */
export function SampleMark() {
  return <StatusTag of="Sample data" map={sample} />
}

const sample: StatusMap = { known: {}, other: { tone: 'orange' } }
