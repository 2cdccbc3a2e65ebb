import type { NotedType } from '@kobo/contract/kit/record-kinds'
import type { UseFormReturnType } from '@mantine/form'
import { FormNotices, useSendBlocker } from '../../forms/form-notices.tsx'
import type { Sent } from '../../forms/use-contract-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MentionField, type NoteValues } from './mention-field.tsx'
import classes from './note-form.module.css'

interface NoteFormProps {
  /** State returned by `useContractForm`. */
  of: Sent & { form: UseFormReturnType<NoteValues> }
  about: { type: NotedType; id: string }
}

/** Writes the next note. */
export function NoteForm({ of: written, about }: NoteFormProps) {
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
        <MentionField of={about} form={form} />
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
