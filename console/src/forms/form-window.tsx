import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { hasUnread, keepFocus } from '../ui/field-faults.ts'
import { FormProblem } from './form-problem.tsx'
import classes from './form-window.module.css'
import type { Sent } from './sent.ts'
import { UploadProgress } from './upload-progress.tsx'

export interface FormWindowProps {
  title: string
  /** What `useContractForm` gave. */
  of: Sent
  action: { text: string; busyText: string; tone?: 'decline'; disabled?: boolean }
  /** The fields. */
  children?: ReactNode
  /** Below the form and no part of it. */
  below?: ReactNode
  onClose: () => void
}

/**
 * What a dialog and a panel with a form have in common. What was typed is not lost by a press beside the window; while
 * the form is sent its fields are locked and only its button leaves it: a toast then tells the end.
 */
export function useFormWindow(props: FormWindowProps) {
  const { title, of, action, children, below, onClose } = props
  const { isDirty, sending, progress, problem, submit } = of
  const formId = useId()
  return {
    title,
    onClose: () => sending || onClose(),
    holdsInput: isDirty,
    children: (
      <>
        <form
          id={formId}
          className={classes.form}
          noValidate
          onSubmit={(event) => (hasUnread(event.currentTarget) ? event.preventDefault() : submit(event))}
        >
          <fieldset className={classes.fields} disabled={sending}>
            {children}
          </fieldset>
          {progress !== null && <UploadProgress sent={progress} />}
          <FormProblem problem={problem} />
        </form>
        {below}
      </>
    ),
    footer: (
      <>
        <Button variant="default" onClick={onClose} onMouseDown={keepFocus}>
          {sending ? 'Leave' : 'Cancel'}
        </Button>
        <BusyButton
          type="submit"
          form={formId}
          busy={sending}
          busyText={action.busyText}
          disabled={action.disabled}
          onMouseDown={keepFocus}
          {...(action.tone === 'decline' && !sending && decline)}
        >
          {action.text}
        </BusyButton>
      </>
    ),
  }
}

/** Red with readable letters, light or dark. */
const decline = { color: 'var(--kobo-red)', c: 'var(--kobo-bg)' }
