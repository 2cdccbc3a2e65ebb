import type { NotedType } from '@kobo/contract/kit/record-kinds'
import type { UseFormReturnType } from '@mantine/form'
import { InlineForm } from '../../forms/inline-form.tsx'
import type { Sent } from '../../forms/use-contract-form.ts'
import dialogClasses from '../dialog-entries.module.css'
import { MentionField, type NoteValues } from './mention-field.tsx'

interface NoteFormProps {
  /** State returned by `useContractForm`. */
  of: Sent & { form: UseFormReturnType<NoteValues> }
  about: { type: NotedType; id: string }
}

/** Writes the next note. */
export function NoteForm({ of: written, about }: NoteFormProps) {
  return (
    <InlineForm
      label="Write a note"
      of={written}
      action={{ text: 'Add note', busyText: 'Adding...' }}
      className={dialogClasses.form}
    >
      <MentionField of={about} form={written.form} />
    </InlineForm>
  )
}
