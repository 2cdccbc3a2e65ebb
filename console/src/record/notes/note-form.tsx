import type { UseFormReturnType } from '@mantine/form'
import { FormNotices, useSendBlocker } from '../../forms/form-notices.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import type { Sent } from '../../forms/use-contract-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './note-form.module.css'

interface NoteFormProps {
  /** State returned by `useContractForm`. */
  of: Sent & { form: UseFormReturnType<{ text: string }> }
}

/** Writes the next note. */
export function NoteForm({ of: written }: NoteFormProps) {
  const { form, sending, earlier, submit } = written
  const blocker = useSendBlocker()
  return (
    <form
      className={classes.form}
      aria-label="Write a note"
      noValidate
      onSubmit={(event) => (blocker === null ? submit(event) : event.preventDefault())}
    >
      <fieldset className={classes.fields} disabled={sending}>
        <TextareaField form={form} name="text" label="New note" data-autofocus />
      </fieldset>
      <FormNotices of={written} blocker={blocker} onDiscard={() => form.reset()} />
      <BusyButton
        className={classes.send}
        type="submit"
        busy={sending}
        busyText="Adding..."
        disabled={blocker !== null || earlier?.state === 'checking'}
      >
        Add note
      </BusyButton>
    </form>
  )
}
