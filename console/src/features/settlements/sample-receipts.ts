export interface SampleReceipt {
  status: string
  date: string
  businessName: string
  amount: number
  subaccount: string
  splitType: string
  sender: string
  reference: string
  sessionId: string
}

/** Sample data, one receipt of each status colour. */
export const sampleReceipts: readonly SampleReceipt[] = [
  {
    status: 'SUCCESS',
    date: '2026-01-12T09:30:00.000Z',
    businessName: 'Sample Stores Ltd',
    amount: 2500,
    subaccount: 'Sample Partner',
    splitType: 'Percentage',
    sender: 'Sample Sender',
    reference: 'SAMPLE-REFERENCE-1',
    sessionId: '000000000000000000000000000001',
  },
  {
    status: 'FAILED',
    date: '2026-01-12T10:05:00.000Z',
    businessName: 'Sample Stores Ltd',
    amount: 1000,
    subaccount: 'Sample Partner',
    splitType: 'Flat',
    sender: 'Sample Sender',
    reference: 'SAMPLE-REFERENCE-2',
    sessionId: '000000000000000000000000000002',
  },
]
