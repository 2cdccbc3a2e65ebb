import { contract } from '@kobo/contract'
import type { BulkBatch, BulkItem } from '@kobo/contract/payouts'
import { createContext, useState } from 'react'
import { usePollMs } from '../../../api/use-poll-ms.ts'
import { useCall } from '../../../api/use-call.ts'
import { useListQuery } from '../../../list/use-list-query.ts'
import { paths } from '../../../paths.ts'
import type { Found, RecordKind } from '../../../record/define-record.ts'
import { batchItemList } from './batch-item-list.tsx'

const { bulk, bulkItems } = contract.payouts

interface Batch {
  batch: BulkBatch | undefined
  /** How many items stand where; a server need not tell. */
  totals: Readonly<Record<string, number>> | undefined
  items: readonly BulkItem[] | undefined
}

export const batchRecord: RecordKind<Batch> = {
  name: 'batch',
  back: { text: 'Back to bulk payouts', to: paths.payout({ status: 'bulk' }) },
  useFound: useBatch,
  Context: createContext<Found<Batch> | null>(null),
}

/** A batch and the items of it that its list shows, watched while it is on its way. */
function useBatch(batchReference: string): Found<Batch> {
  const [changing, setChanging] = useState(false)
  const pollMs = usePollMs(changing)
  const { control, request } = useListQuery(batchItemList, { batchReference })
  // The same question as the list's: what is asked by the clock moves the list, too.
  const page = useCall(bulkItems, control.phase === 'ready' ? { ...request, batchReference } : null, {
    keepPrevious: true,
    pollMs,
  })
  // A server that does not send the batch with its items has it in the list of batches.
  const isAlone = page.data !== undefined && page.data.batch === undefined
  const batches = useCall(bulk, isAlone ? { page: 1, size: 10, reference: batchReference } : null)
  const batch = page.data?.batch ?? batches.data?.records.find((other) => other.batchReference === batchReference)

  const stillChanging = onItsWay.has(batch?.status ?? '')
  if (stillChanging !== changing) setChanging(stillChanging)

  const loading = page.isLoading || batches.isLoading
  return {
    // The list says itself that its items failed.
    state: page.error?.status === 404 ? 'missing' : loading ? 'loading' : 'ready',
    record: { batch, totals: page.data?.totals, items: page.data?.records },
    known: undefined,
    readAt: page.dataUpdatedAt,
    again: () => void page.refetch(),
  }
}

const onItsWay = new Set(['UPLOADING', 'UPLOADED', 'PROCESSING'])
