import { attachmentLimits } from '@kobo/contract/kit/dispute'
import { disputes } from '@kobo/contract/disputes'
import { useMay } from '../../../../api/use-may.ts'
import { images } from '../../../../forms/file-limits.ts'
import { FilesField } from '../../../../forms/files-field.tsx'
import { InlineForm } from '../../../../forms/inline-form.tsx'
import { TextField } from '../../../../forms/text-field.tsx'
import { TextareaField } from '../../../../forms/textarea-field.tsx'
import { useContractForm } from '../../../../forms/use-contract-form.ts'
import classes from './conversation.module.css'

interface MessageFormProps {
  disputeId: string
  /** Reason why no message can be sent. */
  disabledReason: string | null
}

/**
 * Sends the merchant a message with images. While the conversation is disabled it shows the reason, and the form only if the
 * operator has already typed.
 */
export function MessageForm({ disputeId, disabledReason }: MessageFormProps) {
  const contractForm = useContractForm(disputes.sendMessage, {
    start: { subject: '', message: '', attachments: Array<File>() },
    request: (values) => ({ disputeId, ...values }),
    onDone: () => form.reset(),
  })
  const { form, isDirty } = contractForm
  const may = useMay()
  if (!may(disputes.sendMessage) && !isDirty) return null
  if (disabledReason !== null && !isDirty) return <p className={classes.disabled}>{disabledReason}.</p>
  return (
    <InlineForm
      label="New message"
      of={contractForm}
      action={{ text: 'Send', busyText: 'Sending...' }}
      blocker={disabledReason}
      className={classes.form}
    >
      <TextField form={form} name="subject" label="Subject" autoComplete="off" />
      <TextareaField form={form} name="message" label="Message" />
      <FilesField form={form} name="attachments" label="Attachments" limits={attachmentLimits} kinds={images} />
    </InlineForm>
  )
}
