import { recipientKinds } from '@kobo/contract/kit/record-letter'
import type { Message } from '@kobo/contract/messages'
import { DateTime } from '../../ui/dates.tsx'
import classes from './message-entry.module.css'
import { StatementLink } from './statement-link.tsx'

/** One message, with what became of it. */
export function MessageEntry({ message }: { message: Message }) {
  const { authorName, at, recipient, subject, text, email } = message
  return (
    <li className={classes.message}>
      <div className={classes.line}>
        <strong className={classes.subject}>{subject}</strong>
        <DateTime at={at} />
      </div>
      <p className={classes.text}>{text}</p>
      {message.statement && <StatementLink messageId={message.id} of={message.statement} />}
      <p className={classes.sent}>
        {authorName} to the {recipientKinds[recipient].label.toLowerCase()}
        {email && ` (${email})`}. {statesOf(message).join('. ')}
      </p>
    </li>
  )
}

const emailStates: Readonly<Record<NonNullable<Message['emailState']>, string>> = {
  QUEUED: 'Email waits to be sent',
  SENT: 'Email sent',
  FAILED: 'Email could not be sent',
}

const webhookStates: Readonly<Record<string, string>> = {
  PENDING: 'Webhook waits to be delivered',
  DELIVERED: 'Webhook delivered',
  FAILED: 'Webhook could not be delivered',
}

function statesOf({ emailState, webhookState }: Message): string[] {
  return [emailState && emailStates[emailState], webhookState && (webhookStates[webhookState] ?? webhookState)].filter(
    (state) => typeof state === 'string',
  )
}
