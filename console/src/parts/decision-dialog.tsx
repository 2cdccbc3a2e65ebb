import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { ApiFailure } from '../api/failure.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './decision-dialog.module.css'

interface DecisionDialogProps {
  title: string
  /** The question, and what the decision is about. */
  subject: ReactNode
  action: { text: string; busyText: string; tone?: 'decline' }
  /** The rule for the reason, from the call's contract. */
  reason: z.ZodType<string | undefined>
  state: 'idle' | 'sending'
  /** Throws the failure after which the dialog stays open with what was written. */
  onDecide: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for a decision and its reason. */
export function DecisionDialog(props: DecisionDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const formId = useId()
  useReturnFocus()
  const sending = props.state === 'sending'

  const close = () => {
    if (!sending) props.onClose()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (sending) return
    const checked = props.reason.safeParse(reason)
    if (!checked.success) {
      setError(checked.error.issues[0]?.message ?? null)
      return
    }
    try {
      await props.onDecide(checked.data ?? '')
    } catch (failure) {
      if (failure instanceof ApiFailure) setError(failure.fields?.reason ?? null)
    }
  }

  return (
    <Dialog
      opened
      title={props.title}
      onClose={close}
      footer={
        <>
          <Button variant="default" disabled={sending} onClick={close}>
            Cancel
          </Button>
          <BusyButton
            type="submit"
            form={formId}
            busy={sending}
            busyText={props.action.busyText}
            {...(props.action.tone === 'decline' && !sending && decline)}
          >
            {props.action.text}
          </BusyButton>
        </>
      }
    >
      <form id={formId} noValidate className={classes.form} onSubmit={submit}>
        {props.subject}
        <Textarea
          label={props.reason.safeParse('').success ? 'Reason (optional)' : 'Reason'}
          value={reason}
          error={error}
          disabled={sending}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

/** Red with readable letters, light or dark. */
const decline = { color: 'var(--kobo-red)', c: 'var(--kobo-bg)' }
