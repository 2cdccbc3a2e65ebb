import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hasUnread, keepFocus } from '../ui/field-errors.ts'
import { SidePanel } from '../ui/side-panel.tsx'
import { FormNotices, UploadProgress, useSendBlocker } from './form-notices.tsx'
import { FormProblem } from './form-problem.tsx'
import classes from './form-window.module.css'
import type { Sent } from './use-contract-form.ts'

interface FormWindowProps {
  title: string
  /** State returned by `useContractForm`. */
  of: Sent
  /** `isFocused`: its button has the focus first, since there is no field. */
  action: { text: string; busyText: string; tone?: 'decline'; disabled?: boolean; isFocused?: boolean }
  /** Why it can no longer be sent, although it could when the dialog opened. */
  blocker?: string | null | undefined
  /** Fields of the form. */
  children?: ReactNode
  /** Content below the form, outside of it. */
  below?: ReactNode
  onClose: () => void
}

/**
 * Shared behaviour of dialogs and panels with a form. Unsaved input is discarded only after confirmation. While sending, fields
 * are disabled and only the button leaves the form; a toast then reports the outcome.
 */
export function useFormWindow(props: FormWindowProps) {
  const { title, of, action, children, below, onClose } = props
  const { isDirty, sending, progress, problem, unsaved, submit } = of
  const blocker = useSendBlocker(props.blocker)
  const leave = () => (unsaved ? unsaved.leave(onClose) : onClose())
  const leaveWhileSending = () => {
    unsaved?.release()
    onClose()
  }
  // A form that can no longer be sent closes by itself, unless that would discard input.
  const isPointless = Boolean(props.blocker) && !isDirty && !sending
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (isPointless) close.current()
  }, [isPointless])
  const formId = useId()
  return {
    title,
    onClose: () => sending || leave(),
    holdsInput: isDirty && !unsaved,
    children: (
      <>
        <form
          id={formId}
          className={classes.form}
          noValidate
          onSubmit={(event) =>
            blocker !== null || hasUnread(event.currentTarget) ? event.preventDefault() : submit(event)
          }
        >
          <fieldset className={classes.fields} disabled={sending}>
            {children}
          </fieldset>
          {progress !== null && <UploadProgress sent={progress} />}
          <FormProblem problem={problem} />
          <FormNotices of={of} blocker={blocker} />
        </form>
        {below}
      </>
    ),
    footer: (
      <>
        <Button variant="default" onClick={sending ? leaveWhileSending : leave} onMouseDown={keepFocus}>
          {sending ? 'Leave' : 'Cancel'}
        </Button>
        <BusyButton
          data-autofocus={action.isFocused || undefined}
          type="submit"
          form={formId}
          busy={sending}
          busyText={action.busyText}
          disabled={action.disabled || blocker !== null || of.earlier?.state === 'checking'}
          onMouseDown={keepFocus}
          {...(action.tone === 'decline' && !sending && decline)}
        >
          {action.text}
        </BusyButton>
      </>
    ),
  }
}

/** Red with readable text in light and dark mode. */
const decline = { color: 'var(--kobo-red)', c: 'var(--kobo-bg)' }

interface FormDialogProps extends FormWindowProps {
  opened?: boolean
  /** Replaces the form after success, if the dialog stays open. */
  done?: { content: ReactNode; footer: ReactNode } | null
}

/** Form in a dialog. */
export function FormDialog({ opened, done, ...props }: FormDialogProps) {
  const { children, footer, ...frame } = useFormWindow(props)
  return (
    <Dialog opened={opened} footer={done ? done.footer : footer} {...frame} holdsInput={frame.holdsInput && !done}>
      {done ? done.content : children}
    </Dialog>
  )
}

/** Form in a side panel. */
export function FormPanel(props: FormWindowProps) {
  const { children, ...frame } = useFormWindow(props)
  return (
    <SidePanel {...frame}>
      <div className={classes.panel}>{children}</div>
    </SidePanel>
  )
}
