import type { BulkBatch } from '@kobo/contract/payouts'
import { Link } from '@tanstack/react-router'
import { panelDate, panelTime } from '../../../ui/dates.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { useRecord } from '../../../record/define-record.ts'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordTitle } from '../../../record/record-title.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { bulkBatch } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { batchRecord } from './batch-record.ts'
import { StopBatchButton } from './stop-batch-button.tsx'

/** Batch reference, merchant and status. */
export function BatchHeader({ batchReference }: { batchReference: string }) {
  const { record, state } = useRecord(batchRecord)
  const batch = record?.batch
  return (
    <RecordHeader
      history={batch && { type: 'bulk_batch', id: batch.id }}
      above={[
        { label: 'Payout', to: paths.payout() },
        { label: 'Bulk payouts', to: paths.payout({ status: 'bulk' }) },
      ]}
      here={batchReference}
      isReference
      title={<RecordTitle>{batchReference}</RecordTitle>}
      tags={
        <>
          <CopyButton value={batchReference} label="Copy batch reference" toast="Batch reference copied successfully" />
          {batch && <StatusTag of={batch.status} map={bulkBatch} />}
        </>
      }
      facts={
        batch ? (
          <>
            <Business batch={batch} />
            <span>
              {panelDate(batch.createdAt)} {panelTime(batch.createdAt)}
            </span>
          </>
        ) : (
          state === 'loading' && <SkeletonBar width="240px" />
        )
      }
      actions={<StopBatchButton />}
    />
  )
}

function Business({ batch: { merchant } }: { batch: BulkBatch }) {
  const name = orEmpty(merchant?.businessName)
  return merchant?.id ? <Link to={paths.merchant(merchant.id)}>{name}</Link> : <span>{name}</span>
}
