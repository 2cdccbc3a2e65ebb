import type { AuditEntry } from '@kobo/contract/audit'

/** Entry of the audit: a changed charge of a merchant. */
export function anAuditEntry(more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'e1',
    createdAt: '2026-11-26T18:20:00.000Z',
    title: 'Charges changed',
    action: 'charges.update',
    mode: 'PRODUCTION',
    staffId: 's1',
    staffName: 'Ada Obi',
    reason: 'New agreement',
    recordType: 'merchant',
    recordId: 'm1',
    recordName: 'Adire & Indigo',
    merchantId: 'm1',
    merchantName: 'Adire & Indigo',
    changes: [{ field: 'Transfers below ₦5,001', from: '₦10.00', to: '₦12.00' }],
    summary: 'Transfers below ₦5,001: ₦10.00 → ₦12.00',
    address: '203.0.113.24',
    device: 'Chrome on Windows',
    requestId: 'r1',
    ...more,
  }
}
