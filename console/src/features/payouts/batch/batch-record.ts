import { type BulkBatch, type PayoutDecision, payouts } from '@kobo/contract/payouts'
import { createContext } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { useListContext } from '../../../list/list-context.ts'
import { paths } from '../../../paths.ts'
import type { Found, RecordKind } from '../../../record/define-record.ts'
import { batchItemList } from './batch-item-list.tsx'

interface Batch {
  batch: BulkBatch | undefined
  /** Number of items by status; a server may omit it. */
  totals: Readonly<Record<string, number>> | undefined
  /** Sums of the item amounts in naira, by status and in total. */
  amounts: Readonly<Record<string, number>> | undefined
  totalAmount: number | undefined
  /** Items that can still be stopped; a server may omit them. */
  unsent: { items: number; amount: number } | undefined
  /** By whom, when and why the batch was stopped, if it was. */
  stop: PayoutDecision | null | undefined
}

/** Batch of the surrounding item list. */
export const batchRecord: RecordKind<Batch> = {
  name: 'batch',
  back: { text: 'Back to bulk payouts', to: paths.payout({ status: 'bulk' }) },
  useFound: useBatch,
  Context: createContext<Found<Batch> | null>(null),
}

function useBatch(batchReference: string): Found<Batch> {
  const { query } = useListContext(batchItemList)
  // If the server sends no batch with its items, it is read from the list of batches.
  const isBatchMissing = query.data !== undefined && query.data.batch === undefined
  const batches = useApiQuery(payouts.bulk, isBatchMissing ? { page: 1, size: 10, reference: batchReference } : null)
  const batch = query.data?.batch ?? batches.data?.records.find((other) => other.batchReference === batchReference)
  const loading = query.isLoading || batches.isLoading
  return {
    // The list itself reports that its items failed to load.
    state: query.error?.status === 404 ? 'missing' : loading ? 'loading' : 'ready',
    record: {
      batch,
      totals: query.data?.totals,
      amounts: query.data?.amounts,
      totalAmount: query.data?.totalAmount,
      unsent: query.data?.unsent,
      stop: query.data?.stop,
    },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // The list itself shows the age of its data.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}
