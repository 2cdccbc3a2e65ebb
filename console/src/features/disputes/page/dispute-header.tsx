import { VisuallyHidden } from '@mantine/core'
import { Naira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { MerchantLink } from '../../../people/merchant-link.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordTitle } from '../../../record/record-title.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { type StatusMap, disputeStatus } from '../../../status/statuses.ts'
import { sentenceCase } from '../../../ui/format-text.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { disputeRecord, isOverdue } from '../dispute-record.ts'
import { DueClock } from './due-clock.tsx'
import { StatusButtons } from './status/status-buttons.tsx'

/** Disputed amount, status, due clock and actions. */
export function DisputeHeader({ disputeId }: { disputeId: string }) {
  const { record, known } = useRecord(disputeRecord)
  const shown = record ?? known
  const name = shown?.transactionReference ?? disputeId
  return (
    <RecordHeader
      history={{ type: 'dispute', id: disputeId }}
      above={[{ label: 'Disputes', to: paths.disputes() }]}
      here={name}
      isReference
      title={
        <RecordTitle isAmount>
          {shown && (
            <>
              <Naira amount={shown.amount} />
              <VisuallyHidden>, dispute of {name}</VisuallyHidden>
            </>
          )}
        </RecordTitle>
      }
      tags={
        shown && (
          <>
            <StatusTag of={shown.status} map={disputeStatus} />
            {isOverdue(shown) && <StatusTag of="Overdue" map={late} />}
          </>
        )
      }
      facts={
        shown ? (
          <>
            <span>{sentenceCase(shown.category)}</span>
            <MerchantLink merchant={shown.merchant} />
            <DueClock of={shown} />
          </>
        ) : (
          <SkeletonBar width="320px" />
        )
      }
      actions={record && <StatusButtons dispute={record} />}
    />
  )
}

/** "Overdue" is its own label. */
const late: StatusMap = { known: {}, other: { tone: 'red' } }
