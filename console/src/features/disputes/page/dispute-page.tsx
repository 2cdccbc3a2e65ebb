import { InQueue } from '../../../list/queue/in-queue.tsx'
import { QueueBar } from '../../../list/queue/queue-bar.tsx'
import { Record } from '../../../record/record.tsx'
import { RecordPage, RecordSections, Stack } from '../../../record/record-page.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { disputeList } from '../dispute-list.tsx'
import { disputeRecord } from '../dispute-record.ts'
import { DisputeActivities } from './activities.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { DisputeHeader } from './dispute-header.tsx'
import { DisputeInformation } from './dispute-information.tsx'
import { DisputeMoney } from './dispute-money.tsx'

/** Page of one dispute with its conversation and actions; skeletons replace parts that are loading. */
export function DisputePage({ disputeId }: { disputeId: string }) {
  const found = disputeRecord.useFound(disputeId)
  const { pollMs } = found
  return (
    <Record of={disputeRecord} from={found}>
      <InQueue of={disputeList} id={disputeId}>
        <RecordPage>
          <QueueBar />
          <DisputeHeader disputeId={disputeId} />
          <ErrorAlert alert={found.record?.alert} />
          <RecordSections of={disputeRecord}>
            <Stack grows="last">
              <DisputeInformation />
              <DisputeMoney />
              <DisputeActivities disputeId={disputeId} pollMs={pollMs} />
            </Stack>
            <Conversation disputeId={disputeId} pollMs={pollMs} />
          </RecordSections>
        </RecordPage>
      </InQueue>
    </Record>
  )
}
