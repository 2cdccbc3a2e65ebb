import { type BulkBatch, payouts } from '@kobo/contract/payouts'
import { createContext } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { useListShown } from '../../../list/list-context.ts'
import { paths } from '../../../paths.ts'
import type { Found, RecordKind } from '../../../record/define-record.ts'
import { batchItemList } from './batch-item-list.tsx'

interface Batch {
  batch: BulkBatch | undefined
  /** How many items stand where; a server need not tell. */
  totals: Readonly<Record<string, number>> | undefined
  /** What those come to in naira, and all of them. */
  amounts: Readonly<Record<string, number>> | undefined
  totalAmount: number | undefined
}

/** The batch whose items the list around shows. */
export const batchRecord: RecordKind<Batch> = {
  name: 'batch',
  back: { text: 'Back to bulk payouts', to: paths.payout({ status: 'bulk' }) },
  useFound: useBatch,
  Context: createContext<Found<Batch> | null>(null),
}

function useBatch(batchReference: string): Found<Batch> {
  const { query } = useListShown(batchItemList)
  // A server that does not send the batch with its items has it in the list of batches.
  const isAlone = query.data !== undefined && query.data.batch === undefined
  const batches = useApiQuery(payouts.bulk, isAlone ? { page: 1, size: 10, reference: batchReference } : null)
  const batch = query.data?.batch ?? batches.data?.records.find((other) => other.batchReference === batchReference)
  const loading = query.isLoading || batches.isLoading
  return {
    // The list says itself that its items failed.
    state: query.error?.status === 404 ? 'missing' : loading ? 'loading' : 'ready',
    record: {
      batch,
      totals: query.data?.totals,
      amounts: query.data?.amounts,
      totalAmount: query.data?.totalAmount,
    },
    known: undefined,
    readAt: query.dataUpdatedAt,
    // Its list says since when it is.
    stale: null,
    pollMs: undefined,
    again: () => void query.refetch(),
  }
}
