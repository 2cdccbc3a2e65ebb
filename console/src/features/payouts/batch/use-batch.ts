import { contract } from '@kobo/contract'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useListQuery } from '../../../list/use-list-query.ts'
import { batchItemList } from './batch-item-list.tsx'
import { usePollMs } from '../../../api/use-poll-ms.ts'

const { bulk, bulkItems } = contract.payouts

/** A batch and the items of it that its list shows, watched while it is on its way. */
export function useBatch(batchReference: string) {
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

  return {
    batch,
    totals: page.data?.totals,
    items: page.data?.records,
    loading: page.isLoading || batches.isLoading,
    missing: page.error?.status === 404,
  }
}

const onItsWay = new Set(['UPLOADING', 'UPLOADED', 'PROCESSING'])
