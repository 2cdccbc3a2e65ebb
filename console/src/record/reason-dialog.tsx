import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { pressSubmit } from '../forms/press-submit.ts'
import { FormDialog } from '../forms/form-window.tsx'
import { useFocusAfter } from '../forms/use-focus-after.ts'
import { useUnsavedInput } from '../ui/unsaved-input.ts'

interface ReasonDialogProps {
  title: string
  /** Prompt and the record that the change affects. */
  subject: ReactNode
  /** Label of the button. */
  action: string
  /** Schema of the reason. */
  rule: z.ZodType<string>
  /** Why the change is no longer possible, although it was when the dialog opened. */
  blocker: string | null
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Requests the reason of a change that is shown before the server has responded, so that the dialog sends nothing itself. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, subject, action, rule, blocker, onConfirm, onClose } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const focusAfter = useFocusAfter(false)
  const unsaved = useUnsavedInput(reason !== '', () => setReason(''))

  function submit(event?: SyntheticEvent<HTMLFormElement>) {
    event?.preventDefault()
    const giveFocus = focusAfter(event?.currentTarget)
    const checked = rule.safeParse(reason)
    if (!checked.success) {
      setError(checked.error.issues[0]?.message ?? null)
      return giveFocus()
    }
    unsaved.release()
    onClose()
    onConfirm(checked.data)
  }

  const input = { isDirty: reason !== '', sending: false, progress: null, problem: null, unsaved, submit }
  return (
    <FormDialog
      title={title}
      of={input}
      action={{ text: action, busyText: action }}
      blocker={blocker}
      onClose={onClose}
    >
      {subject}
      <Textarea
        onKeyDown={pressSubmit}
        label="Reason"
        value={reason}
        error={error}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setError(null)
        }}
      />
    </FormDialog>
  )
}
