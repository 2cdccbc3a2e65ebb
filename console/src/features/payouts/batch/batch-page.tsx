import { List } from '../../../list/list.tsx'
import { useAddressKey } from '../../../list/use-address-key.ts'
import { Record } from '../../../record/record.tsx'
import { BatchHeader } from './batch-header.tsx'
import { batchItemList } from './batch-item-list.tsx'
import { BatchItemPanel } from './batch-item-panel.tsx'
import classes from './batch-page.module.css'
import { BatchProgress } from './batch-progress.tsx'
import { batchRecord } from './batch-record.ts'

/** A batch of payouts: how far it has come, and its items. */
export function BatchPage({ batchReference }: { batchReference: string }) {
  const found = batchRecord.useFound(batchReference)
  const [itemId, closeItem] = useAddressKey('itemId')
  const item = found.record?.items?.find(({ id }) => id === itemId)
  return (
    <Record of={batchRecord} from={found}>
      <div className={classes.page}>
        <BatchHeader batchReference={batchReference} />
        <BatchProgress />
        <List of={batchItemList} with={{ batchReference }} />
        {itemId && <BatchItemPanel item={item} loading={found.state === 'loading'} onClose={closeItem} />}
      </div>
    </Record>
  )
}
