import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { ApiError, isUnauthenticated } from '../api/api-error.ts'
import { type OutcomeOptions, useApiMutation } from '../api/use-api-mutation.ts'
import { pressSubmit } from '../forms/press-submit.ts'
import { FormDialog } from '../forms/form-window.tsx'
import { useEarlierRequest } from '../forms/use-earlier-request.ts'
import { useFocusAfter } from '../forms/use-focus-after.ts'
import { useUnsavedInput } from '../ui/unsaved-input.ts'

interface ActionDialogProps<C extends Call> {
  call: C
  /** Builds the request from the entered reason. */
  request: (reason: string) => Request<C>
  title: string
  /** Prompt and the record that the action affects. */
  subject: ReactNode
  action: { text: string; busyText: string; tone?: 'decline' }
  /** Schema of the reason, from the call's contract. Without it, no reason is requested. */
  reason?: z.ZodType<string | undefined>
  /** Explains the use of the reason, if it is not obvious. */
  hint?: string | undefined
  /** Shows what the merchant receives about this, from the entered reason. */
  renderNotice?: (reason: string) => ReactNode
  /** Closes after a failure too, unless the session has ended. */
  closesAnyway?: boolean
  /** Why the action is no longer available, although it was when the dialog opened. */
  blocker?: string | null | undefined
  telling?: OutcomeOptions<C>
  onDone?: (data: Data<C>) => void
  onClose: () => void
}

/**
 * Confirms an action and requests its reason, if required. After a failure it stays open with the input, so that it can be
 * retried as the same intent. It is no contract form, because every record page would load the form library for one field.
 */
export function ActionDialog<C extends Call>(props: ActionDialogProps<C>) {
  const { call, request, title, subject, action, reason: rule, hint, renderNotice, closesAnyway, blocker } = props
  const { telling, onDone, onClose } = props
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
        // Stays open, so that the reason can be sent after the next sign-in.
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
    <FormDialog title={title} of={sent} action={{ ...action, isFocused: !rule }} blocker={blocker} onClose={onClose}>
      {subject}
      {rule && (
        <Textarea
          onKeyDown={pressSubmit}
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
      {renderNotice?.(reason.trim())}
    </FormDialog>
  )
}
