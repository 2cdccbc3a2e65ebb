import { attachmentLimits } from '@kobo/contract/kit/dispute'
import { disputes } from '@kobo/contract/disputes'
import { useMay } from '../../../../api/use-may.ts'
import { images } from '../../../../forms/file-limits.ts'
import { FilesField } from '../../../../forms/files-field.tsx'
import { FormNotices, UploadProgress, useSendBlocker } from '../../../../forms/form-notices.tsx'
import { TextField } from '../../../../forms/text-field.tsx'
import { TextareaField } from '../../../../forms/textarea-field.tsx'
import { useContractForm } from '../../../../forms/use-contract-form.ts'
import { BusyButton } from '../../../../ui/busy-button.tsx'
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
  const { form, isDirty, sending, progress, earlier, submit } = contractForm
  const blocker = useSendBlocker(disabledReason)
  const may = useMay()
  if (!may(disputes.sendMessage) && !isDirty) return null
  if (disabledReason !== null && !isDirty) return <p className={classes.disabled}>{disabledReason}.</p>
  return (
    <form
      className={classes.form}
      aria-label="New message"
      noValidate
      onSubmit={(event) => (blocker === null ? submit(event) : event.preventDefault())}
    >
      <fieldset className={classes.fields} disabled={sending}>
        <TextField form={form} name="subject" label="Subject" autoComplete="off" />
        <TextareaField form={form} name="message" label="Message" />
        <FilesField form={form} name="attachments" label="Attachments" limits={attachmentLimits} kinds={images} />
      </fieldset>
      {progress !== null && <UploadProgress sent={progress} />}
      <FormNotices of={contractForm} blocker={blocker} onDiscard={() => form.reset()} />
      <BusyButton
        className={classes.send}
        type="submit"
        busy={sending}
        busyText="Sending..."
        disabled={blocker !== null || earlier?.state === 'checking'}
      >
        Send
      </BusyButton>
    </form>
  )
}
