import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { FormDialog } from '../forms/form-dialog.tsx'
import { TextareaField } from '../forms/textarea-field.tsx'
import { useContractForm } from '../forms/use-contract-form.ts'

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
 * written, so that it can be tried again as the same intent.
 */
export function ActionDialog<C extends Call>(props: ActionDialogProps<C>) {
  const { call, request, title, subject, action, reason: rule, closesAnyway, onDone, onClose } = props
  const asked = useContractForm(call, {
    start: { reason: '' },
    request: ({ reason }) => request(rule?.safeParse(reason).data ?? ''),
    check: ({ reason }): Record<string, string> => {
      const fault = rule?.safeParse(reason).error?.issues[0]
      return fault ? { reason: fault.message } : {}
    },
    onDone: ({ data }) => {
      onDone?.(data)
      onClose()
    },
    onRefused: () => closesAnyway && onClose(),
  })
  return (
    <FormDialog title={title} of={asked} action={action} onClose={onClose}>
      {subject}
      {rule && (
        <TextareaField
          form={asked.form}
          name="reason"
          label={rule.safeParse('').success ? 'Reason (optional)' : 'Reason'}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
