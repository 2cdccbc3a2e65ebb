import type { WorkItem } from '@kobo/contract/work-items'

/** Returns an open KYC item that nobody has. */
export function aWorkItem(fields: Partial<WorkItem>): WorkItem {
  return {
    id: 'item-1',
    kind: 'KYC',
    openedAt: '2026-11-26T09:00:00.000Z',
    dueAt: '2026-11-26T12:40:59.000Z',
    warnsAt: '2026-11-26T11:00:00.000Z',
    pausedAt: null,
    record: { type: 'merchant', id: 'm1', name: 'Lekki Stores', parentId: null },
    count: 1,
    amount: null,
    merchant: { id: 'm1', businessName: 'Lekki Stores' },
    claim: null,
    snoozedUntil: null,
    note: null,
    skips: 0,
    ...fields,
  }
}
