import { IconFileUnknown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ListProvider, ListView } from '../../../list/list.tsx'
import { useModeName } from '../../../record/mode-name.ts'
import { paths } from '../../../paths.ts'
import { StateView } from '../../../ui/state-view.tsx'
import { BatchHeader } from './batch-header.tsx'
import { batchItemList } from './batch-item-list.tsx'
import classes from './batch-page.module.css'
import { BatchProgress } from './batch-progress.tsx'
import { useBatch } from './use-batch.ts'

/** A batch of payouts: how far it has come, and its items. */
export function BatchPage({ batchReference }: { batchReference: string }) {
  return (
    <ListProvider of={batchItemList} with={{ batchReference }}>
      <Batch batchReference={batchReference} />
    </ListProvider>
  )
}

function Batch({ batchReference }: { batchReference: string }) {
  const { batch, totals, loading, missing } = useBatch(batchReference)
  return (
    <div className={classes.page}>
      <BatchHeader {...{ batchReference, batch, loading }} />
      {missing ? (
        <BatchMissing />
      ) : (
        <>
          <BatchProgress {...{ batch, totals, loading }} />
          <ListView of={batchItemList} />
        </>
      )}
    </div>
  )
}

function BatchMissing() {
  const modeName = useModeName()
  const navigate = useNavigate()
  return (
    <StateView
      icon={<IconFileUnknown size={22} />}
      text={`This batch does not exist in ${modeName}`}
      action={{ text: 'Back to bulk payouts', onClick: () => void navigate({ to: paths.payout({ status: 'bulk' }) }) }}
    />
  )
}
