import { attachmentLimits } from '@kobo/contract/dispute-words'
import { disputes } from '@kobo/contract/disputes'
import { images } from '../../../forms/file-limits.ts'
import { FilesField } from '../../../forms/files-field.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { TextareaField } from '../../../forms/textarea-field.tsx'
import { UploadProgress } from '../../../forms/upload-progress.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import classes from './conversation.module.css'

/** Sends the merchant a message, with pictures. */
export function MessageForm({ disputeId }: { disputeId: string }) {
  const { form, sending, progress, submit } = useContractForm(disputes.sendMessage, {
    start: { subject: '', message: '', attachments: Array<File>() },
    request: (values) => ({ disputeId, ...values }),
    onDone: () => form.reset(),
  })
  return (
    <form className={classes.form} aria-label="New message" noValidate onSubmit={submit}>
      <fieldset className={classes.fields} disabled={sending}>
        <TextField form={form} name="subject" label="Subject" autoComplete="off" />
        <TextareaField form={form} name="message" label="Message" />
        <FilesField form={form} name="attachments" label="Attachments" limits={attachmentLimits} kinds={images} />
      </fieldset>
      {progress !== null && <UploadProgress sent={progress} />}
      <BusyButton className={classes.send} type="submit" busy={sending} busyText="Sending...">
        Send
      </BusyButton>
    </form>
  )
}
