import { contract } from '@kobo/contract'
import { useCall } from '../../../api/use-call.ts'
import { useListShown } from '../../../list/use-list-query.ts'
import { batchItemList } from './batch-item-list.tsx'

/** The batch whose items the list around shows. */
export function useBatch(batchReference: string) {
  const { query } = useListShown(batchItemList)
  // A server that does not send the batch with its items has it in the list of batches.
  const isAlone = query.data !== undefined && query.data.batch === undefined
  const batches = useCall(contract.payouts.bulk, isAlone ? { page: 1, size: 10, reference: batchReference } : null)
  return {
    batch: query.data?.batch ?? batches.data?.records.find((other) => other.batchReference === batchReference),
    totals: query.data?.totals,
    loading: query.isLoading || batches.isLoading,
    missing: query.error?.status === 404,
  }
}
