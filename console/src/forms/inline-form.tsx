import type { ReactNode } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormNotices, UploadProgress, useSendBlocker } from './form-notices.tsx'
import classes from './inline-form.module.css'
import type { Sent } from './use-contract-form.ts'

interface InlineFormProps {
  label: string
  /** State returned by `useContractForm`. */
  of: Sent & { form: { reset: () => void } }
  action: { text: string; busyText: string }
  /** Why it cannot be sent. */
  blocker?: string | null
  /** Content below the fields that stays active while they are sent. */
  below?: ReactNode
  /** Frame of the form among what surrounds it. */
  className?: string | undefined
  children: ReactNode
}

/** Form for the next entry of a list, beside the list. */
export function InlineForm({ label, of, action, blocker: ofRecord, below, className, children }: InlineFormProps) {
  const { form, sending, progress, earlier, submit } = of
  const blocker = useSendBlocker(ofRecord)
  return (
    <form
      className={`${classes.form} ${className ?? ''}`}
      aria-label={label}
      noValidate
      onSubmit={(event) => (blocker === null ? submit(event) : event.preventDefault())}
    >
      <fieldset className={classes.fields} disabled={sending}>
        {children}
      </fieldset>
      {below}
      {progress !== null && <UploadProgress sent={progress} />}
      <FormNotices of={of} blocker={blocker} onDiscard={() => form.reset()} />
      <BusyButton
        className={classes.send}
        type="submit"
        busy={sending}
        busyText={action.busyText}
        disabled={blocker !== null || earlier?.state === 'checking'}
      >
        {action.text}
      </BusyButton>
    </form>
  )
}
