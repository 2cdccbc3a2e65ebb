import { ListProvider, ListView } from '../../../list/list.tsx'
import { FilledPage } from '../../../record/record-page.tsx'
import { Record } from '../../../record/record.tsx'
import { useSearchParams } from '../../../ui/use-search-params.ts'
import { BatchHeader } from './batch-header.tsx'
import { batchItemList } from './batch-item-list.tsx'
import { BatchProblems } from './batch-problems.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { batchRecord } from './batch-record.ts'

interface BatchName {
  batchReference: string
  /** Merchant of the batch, if the search params name one. */
  merchantId: string | undefined
}

/** Page of a payout batch with its progress and items. */
export function BatchPage({ batchReference }: Pick<BatchName, 'batchReference'>) {
  const { merchantId } = useSearchParams().search
  return (
    <ListProvider of={batchItemList} with={{ batchReference, merchantId }}>
      <Batch batchReference={batchReference} merchantId={merchantId} />
    </ListProvider>
  )
}

function Batch({ batchReference, merchantId }: BatchName) {
  return (
    <Record of={batchRecord} from={batchRecord.useFound(batchReference)}>
      <FilledPage>
        <BatchHeader batchReference={batchReference} />
        <BatchProgress />
        <ListView
          of={batchItemList}
          actions={<BatchProblems batchReference={batchReference} merchantId={merchantId} />}
        />
      </FilledPage>
    </Record>
  )
}
