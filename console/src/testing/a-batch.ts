import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { BulkBatch, BulkItem, payouts, RecurrentPayout } from '@kobo/contract/payouts'
import type { HttpHandler } from 'msw'
import { answer } from './answer.ts'

type ScheduledPayoutInfo = Data<typeof payouts.scheduledInfo>['info']
type RecurrentPayoutInfo = Data<typeof payouts.recurrentInfo>['info']

/** Creates a batch as a server returns it. */
export function aBatch(overrides: Partial<BulkBatch> = {}): BulkBatch {
  return {
    id: 'batch-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
    batchReference: 'BLK/NOV-46',
    totalRecords: 1_500,
    totalInvalidRecords: 3,
    status: 'PROCESSING',
    ...overrides,
  }
}

/** Creates a batch item that was not sent. */
export function aBatchItem(overrides: Partial<BulkItem> = {}): BulkItem {
  return {
    id: 'item-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    line: 1,
    accountName: 'Ngozi Eze',
    accountNumber: '012345678',
    bankName: 'Access Bank',
    amount: 15_000,
    narration: 'Driver pay',
    reference: 'BLK/NOV-46-1',
    status: 'NOT_PROCESSED',
    reason: 'The account number has 9 digits',
    warning: null,
    transactionId: null,
    ...overrides,
  }
}

/** Creates a scheduled payout. */
export function aScheduledPayout(overrides: Partial<ScheduledPayoutInfo> = {}): ScheduledPayoutInfo {
  return {
    id: 'schedule-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    accountName: 'Okafor Chidi Emeka',
    accountNumber: '0123456785',
    bankName: 'GTBank',
    amount: 60_000,
    scheduleDate: '2026-11-30T08:00:00.000Z',
    status: 'NEW',
    charges: 53.75,
    narration: 'November rent',
    reason: null,
    transactionId: null,
    ...overrides,
  }
}

/** Creates a recurring payout. */
export function aRecurrentPayout(
  overrides: Partial<RecurrentPayout & RecurrentPayoutInfo> = {},
): RecurrentPayout & RecurrentPayoutInfo {
  return {
    id: 'recurrent-1',
    createdAt: '2026-11-20T13:32:00.000Z',
    accountName: 'Folasade Ogunleye',
    accountNumber: '0099887766',
    bankName: 'Zenith Bank',
    amount: 25_000.5,
    startDate: '2026-12-01',
    endDate: null,
    interval: 'monthly',
    status: 'ACTIVE',
    charges: 26.88,
    narration: 'Shop rent',
    nextDate: '2026-12-01',
    runs: 0,
    ...overrides,
  }
}

/** State of the test server's batch, which tests change while the console is open. */
export interface BatchWorld {
  batch: BulkBatch
  items: BulkItem[]
  totals: Record<string, number>
  amounts: Record<string, number>
  asked: { query: string; background: boolean }[]
}

/** A server with one batch. */
export function batchServer(overrides: Partial<BulkBatch> = {}): { world: BatchWorld; handlers: HttpHandler[] } {
  const sent = aBatchItem({
    id: 'item-2',
    line: undefined,
    reference: 'BLK/NOV-46-2',
    accountName: 'Tunde Bakare',
    status: 'SUCCESS',
    reason: null,
    warning: 'The check digit does not fit',
    transactionId: 'txn_1',
  })
  const world: BatchWorld = {
    batch: aBatch(overrides),
    items: [aBatchItem(), sent],
    totals: { NOT_PROCESSED: 3, NEW: 900, PENDING: 199, SUCCESS: 389, FAILED: 9 },
    amounts: { NOT_PROCESSED: 4_500, NEW: 1_350_000, PENDING: 298_500, SUCCESS: 583_500.5, FAILED: 13_500 },
    asked: [],
  }
  const handlers = [
    answer(contract.payouts.bulkItems, ({ query, headers }) => {
      world.asked.push({ query: String(query), background: headers.get('x-background') === '1' })
      const { items: records, batch, totals, amounts } = world
      return { totalRecords: records.length, records, batch, totals, amounts, totalAmount: 2_250_000.5 }
    }),
  ]
  return { world, handlers }
}
