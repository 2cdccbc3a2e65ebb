import { payoutDecisions } from '@kobo/contract/payout-decisions'
import { IconPlayerStop } from '@tabler/icons-react'
import { useIsSupported } from '../../../api/config.ts'
import { useRecord } from '../../../record/define-record.ts'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { batchRecord } from './batch-record.ts'

const StopBatch = lazyComponent(() => import('./stop-batch.tsx'), 'StopBatch', { over: true })

/** Stops the batch of this page while it has items that are not sent yet. */
export function StopBatchButton() {
  const isSupported = useIsSupported(payoutDecisions.stopBulk)
  const { record } = useRecord(batchRecord)
  const { batch, unsent, stop } = record ?? {}
  if (!batch || !unsent) return null
  const isInProgress = batch.status === 'UPLOADED' || batch.status === 'PROCESSING'
  const isOffered = isSupported && isInProgress && !stop && unsent.items > 0
  return (
    <DialogButton
      call={payoutDecisions.stopBulk}
      variant="default"
      c="var(--kobo-red)"
      icon={IconPlayerStop}
      isOffered={isOffered}
      load={StopBatch.load}
      renderDialog={(onClose) => <StopBatch batch={batch} unsent={unsent} stop={stop} onClose={onClose} />}
    >
      Stop batch
    </DialogButton>
  )
}
