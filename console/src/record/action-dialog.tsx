import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { ApiFailure } from '../api/failure.ts'
import { useWrite } from '../api/use-write.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './action-dialog.module.css'

interface ActionDialogProps<C extends Call> {
  call: C
  /** What is sent, with the reason that was given. */
  request: (reason: string) => Request<C>
  title: string
  /** The question, and what the action is about. */
  subject: ReactNode
  action: { text: string; busyText: string; tone?: 'decline' }
  /** The rule for the reason, from the call's contract; without one none is asked for. */
  reason?: z.ZodType<string | undefined>
  /** Closes when it was refused, too. */
  closesAnyway?: boolean
  onDone?: (data: Data<C>) => void
  onClose: () => void
}

/**
 * Asks once more before an action, and for its reason where there must be one. A failure leaves it open with what was
 * written, so that it can be tried again as the same intent; while it waits for the answer
 * only its button leaves it.
 */
export function ActionDialog<C extends Call>(props: ActionDialogProps<C>) {
  const { call, request, title, subject, action, reason: rule, closesAnyway, onDone, onClose } = props
  const write = useWrite(call)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const formId = useId()
  useReturnFocus()
  const sending = write.state === 'sending'

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (sending) return
    const checked = rule?.safeParse(reason)
    if (checked && !checked.success) {
      setError(checked.error.issues[0]?.message ?? null)
      return
    }
    write.start(request(checked?.data ?? ''), {
      onSuccess: ({ data }) => {
        onDone?.(data)
        onClose()
      },
      onError: (failure) => {
        if (closesAnyway) onClose()
        else if (failure instanceof ApiFailure) setError(failure.fields?.reason ?? null)
      },
    })
  }

  return (
    <Dialog
      opened
      title={title}
      onClose={() => sending || onClose()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {sending ? 'Leave' : 'Cancel'}
          </Button>
          <BusyButton
            type="submit"
            form={formId}
            busy={sending}
            busyText={action.busyText}
            {...(action.tone === 'decline' && !sending && decline)}
          >
            {action.text}
          </BusyButton>
        </>
      }
    >
      <form id={formId} noValidate className={classes.form} onSubmit={submit}>
        {subject}
        {rule && (
          <Textarea
            label={rule.safeParse('').success ? 'Reason (optional)' : 'Reason'}
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
        )}
      </form>
    </Dialog>
  )
}

/** Red with readable letters, light or dark. */
const decline = { color: 'var(--kobo-red)', c: 'var(--kobo-bg)' }
