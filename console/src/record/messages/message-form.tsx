import type { Data } from '@kobo/contract/kit/call'
import type { MessagedType } from '@kobo/contract/kit/record-kinds'
import { type MessageRecipient, recipientKinds, recordLetter } from '@kobo/contract/kit/record-letter'
import { maskPersonalNumbers } from '@kobo/contract/kit/sensitive-numbers'
import type { messages, Recipient } from '@kobo/contract/messages'
import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMode } from '../../api/session.tsx'
import { InlineForm } from '../../forms/inline-form.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import type { Sent } from '../../forms/use-contract-form.ts'
import dialogClasses from '../dialog-entries.module.css'
import { LetterPreview } from '../letter-preview.tsx'
import classes from './message-form.module.css'

interface Values {
  recipient: MessageRecipient
  subject: string
  text: string
}

interface MessageFormProps {
  /** State returned by `useContractForm`. */
  of: Sent & { form: UseFormReturnType<Values> }
  to: Data<typeof messages.recipients>
  type: MessagedType
}

/** Writes the next message, with a preview of the email. */
export function MessageForm({ of: written, to: { recipients, about, sender }, type }: MessageFormProps) {
  const { form } = written
  const chosen = recipients.find(({ kind }) => kind === form.values.recipient)
  const isSendable = chosen !== undefined && isReachable(chosen)
  return (
    <InlineForm
      label="Write a message"
      of={written}
      action={{ text: 'Send message', busyText: 'Sending...' }}
      blocker={isSendable ? null : recipientKinds[form.values.recipient].unreachable}
      below={chosen?.email && <Preview of={form.values} {...{ about, sender }} name={chosen.name} />}
      className={dialogClasses.form}
    >
      <Radio.Group
        label="To"
        description={isPaid(type) ? 'Payers cannot be written to: their addresses are not stored' : undefined}
        {...form.getInputProps('recipient')}
      >
        <div className={classes.recipients}>
          {recipients.map((recipient) => (
            <Radio
              key={recipient.kind}
              value={recipient.kind}
              disabled={!isReachable(recipient)}
              label={`${recipientKinds[recipient.kind].label}: ${recipient.name}`}
              description={waysOf(recipient)}
            />
          ))}
        </div>
      </Radio.Group>
      <TextField form={form} name="subject" label="Subject" data-autofocus />
      <TextareaField form={form} name="text" label="Message" minRows={4} />
    </InlineForm>
  )
}

function isReachable({ email, hasWebhook }: Recipient): boolean {
  return Boolean(email) || hasWebhook
}

function waysOf(recipient: Recipient): string {
  const { email, hasWebhook } = recipient
  if (!isReachable(recipient)) return 'No email address is known'
  return [email, hasWebhook && 'webhook'].filter(Boolean).join(', and by ')
}

/** Whether a customer of the merchant pays for or into a record of this kind. */
function isPaid(type: MessagedType): boolean {
  return ['transaction', 'refund', 'checkout', 'payment_link', 'virtual_account'].includes(type)
}

interface PreviewProps {
  of: Values
  name: string
  about: string | null
  sender: string
}

/** Email as the recipient receives it. */
function Preview({ of: values, ...names }: PreviewProps) {
  const mode = useMode()
  if (!mode) return null
  const subject = maskPersonalNumbers(values.subject.trim()) || '(your subject)'
  const text = maskPersonalNumbers(values.text.trim()) || '(your message)'
  return <LetterPreview summary="Preview of the email" letter={recordLetter({ mode, subject, text, ...names })} />
}
