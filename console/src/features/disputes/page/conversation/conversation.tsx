import { disputes } from '@kobo/contract/disputes'
import { useState } from 'react'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { useRecord } from '../../../../record/define-record.ts'
import { QueryContent } from '../../../../record/query-content.tsx'
import { SkeletonBar } from '../../../../ui/skeleton-bar.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { Section } from '../../../../ui/section.tsx'
import { disputeRecord } from '../../dispute-record.ts'
import classes from './conversation.module.css'
import { ConversationSwitch } from './conversation-switch.tsx'
import { Messages } from './messages.tsx'
import { allRows } from '../../../../list/list-call.ts'

// Loaded separately, so that the messages do not wait for its fields and upload code.
const MessageForm = lazyComponent(() => import('./message-form.tsx'), 'MessageForm')

interface ConversationProps {
  disputeId: string
  pollMs: number | undefined
}

const longLength = 1_000
const longPollMs = 30_000

/** Messages between staff and the merchant, with a form for the next one while the conversation is enabled. */
export function Conversation({ disputeId, pollMs }: ConversationProps) {
  const { record, readAt } = useRecord(disputeRecord)
  const [isLong, setLong] = useState(false)
  // Polls a long conversation less often, since each poll loads all of it.
  const found = useApiQuery(
    disputes.conversation,
    { ...allRows, disputeId },
    { pollMs: pollMs && (isLong ? longPollMs : pollMs) },
  )
  const length = found.data?.conversation.length ?? 0
  if (length > longLength !== isLong) setLong(length > longLength)
  const disabledBy = useDisabledBy(disputeId, pollMs)
  const disabledReason =
    record?.enableConversation === 'DISABLED' ? `${disabledText(disabledBy)}: neither side can send a message` : null
  return (
    <Section title="Conversation" aside={record && <ConversationSwitch dispute={record} readAt={readAt} />}>
      <div className={classes.conversation}>
        <QueryContent from={found} skeleton={<Skeleton />}>
          {({ conversation }) => <Messages of={conversation} />}
        </QueryContent>
        {record && <MessageForm disputeId={disputeId} disabledReason={disabledReason} />}
      </div>
    </Section>
  )
}

function disabledText(by: string | undefined): string {
  return by ? `${by} disabled the conversation` : 'The conversation is disabled'
}

/** Returns who disabled it last, from the activity log that the page loads anyway. */
function useDisabledBy(disputeId: string, pollMs: number | undefined): string | undefined {
  const { data } = useApiQuery(disputes.activities, { ...allRows, disputeId }, { pollMs })
  return data?.activities.find(({ reason }) => reason === 'Conversation disabled')?.user?.name ?? undefined
}

function Skeleton() {
  return (
    <div className={classes.messages}>
      {(['start', 'end', 'start'] as const).map((side, at) => (
        <div key={at} className={classes.message} data-side={side}>
          <SkeletonBar width="220px" />
          <SkeletonBar width="160px" />
        </div>
      ))}
    </div>
  )
}
