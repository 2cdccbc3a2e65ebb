import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { ApiError, isUnauthenticated } from '../api/api-error.ts'
import { type Telling, useApiMutation } from '../api/use-api-mutation.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useEarlierRequest } from '../forms/use-earlier-request.ts'
import { useFocusAfter } from '../forms/use-focus-after.ts'
import { useUnsavedInput } from '../ui/unsaved-input.ts'

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
  /** What becomes of the reason, where that is not what anybody would think. */
  hint?: string
  /** Closes after a failure too, except when the session has ended. */
  closesAnyway?: boolean
  /** Why it cannot be done any more, though it could when it was asked. */
  blocker?: string | null | undefined
  telling?: Telling<C>
  onDone?: (data: Data<C>) => void
  onClose: () => void
}

/**
 * Asks once more before an action, and for its reason where there must be one. A failure leaves it open with what was
 * written, so that it can be tried again as the same intent. It is no contract form: with one, every page of a record
 * would load the form library for the sake of one field.
 */
export function ActionDialog<C extends Call>(props: ActionDialogProps<C>) {
  const { call, request, title, subject, action, reason: rule, hint, closesAnyway, blocker, telling } = props
  const { onDone, onClose } = props
  const { state, progress, start } = useApiMutation(call, telling)
  const sending = state === 'sending'
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const focusAfter = useFocusAfter(sending)
  const earlier = useEarlierRequest(call, request(''))
  const unsaved = useUnsavedInput(reason !== '', () => setReason(''))

  function submit(event?: SyntheticEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (sending || earlier?.state === 'checking') return
    const giveFocus = focusAfter(event?.currentTarget)
    const checked = rule?.safeParse(reason)
    if (checked && !checked.success) {
      setError(checked.error.issues[0]?.message ?? null)
      giveFocus()
      return
    }
    start(request(checked?.data ?? ''), {
      onSuccess: ({ data }) => {
        unsaved.release()
        onDone?.(data)
        onClose()
      },
      onError: (failure) => {
        // After the next sign-in the same reason can be sent.
        if (closesAnyway && !isUnauthenticated(failure)) {
          unsaved.release()
          return onClose()
        }
        if (failure instanceof ApiError) setError(failure.fields?.['reason'] ?? null)
        giveFocus()
      },
    })
  }

  const sent = { isDirty: reason !== '', sending, progress, problem: null, unsaved, earlier, submit }
  return (
    <FormDialog title={title} of={sent} action={action} blocker={blocker} onClose={onClose}>
      {subject}
      {rule && (
        <Textarea
          label={rule.safeParse('').success ? 'Reason (optional)' : 'Reason'}
          description={hint}
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
      )}
    </FormDialog>
  )
}
