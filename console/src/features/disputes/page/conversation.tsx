import { disputes } from '@kobo/contract/disputes'
import { useCall } from '../../../api/use-call.ts'
import { useRecord } from '../../../record/define-record.ts'
import { Fetched } from '../../../record/fetched.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { part } from '../../../ui/part.tsx'
import { Section } from '../../../ui/section.tsx'
import { disputeRecord } from '../dispute-record.ts'
import classes from './conversation.module.css'
import { ConversationSwitch } from './conversation-switch.tsx'
import { Messages } from './messages.tsx'
import { all } from './whole.ts'

// With it come fields and files, for which the messages do not wait.
const MessageForm = part(() => import('./message-form.tsx'), 'MessageForm')

interface ConversationProps {
  disputeId: string
  pollMs: number | undefined
}

/** What staff and the merchant have said about a dispute, and a form for the next message while they may send any. */
export function Conversation({ disputeId, pollMs }: ConversationProps) {
  const { record, readAt } = useRecord(disputeRecord)
  const found = useCall(disputes.conversation, { ...all, disputeId }, { pollMs })
  return (
    <Section title="Conversation" aside={record && <ConversationSwitch dispute={record} readAt={readAt} />}>
      <div className={classes.conversation}>
        <Fetched from={found} skeleton={<Skeleton />}>
          {({ conversation }) => <Messages of={conversation} />}
        </Fetched>
        {record?.enableConversation === 'DISABLED' && (
          <p className={classes.disabled}>The conversation is disabled: neither side can send a message.</p>
        )}
        {record && record.enableConversation !== 'DISABLED' && <MessageForm disputeId={disputeId} />}
      </div>
    </Section>
  )
}

function Skeleton() {
  return (
    <div className={classes.messages}>
      {(['start', 'end', 'start'] as const).map((side, at) => (
        <div key={at} className={classes.message} data-side={side}>
          <Bar width="220px" />
          <Bar width="160px" />
        </div>
      ))}
    </div>
  )
}
