import type { Call, Request } from '@kobo/contract/kit/call'
import type { ReactNode } from 'react'
import { useMay } from '../api/use-may.ts'
import { type OutcomeOptions, useApiMutation } from '../api/use-api-mutation.ts'
import { BusyButton } from '../ui/busy-button.tsx'

interface ActionButtonProps<C extends Call> {
  call: C
  request: Request<C>
  icon: ReactNode
  busyText: string
  telling?: OutcomeOptions<C>
  children: string
}

/** Runs the action without confirmation; absent for operators whose role does not allow it. */
export function ActionButton<C extends Call>(props: ActionButtonProps<C>) {
  const { call, request, icon, busyText, telling, children } = props
  const write = useApiMutation(call, telling)
  const may = useMay()
  if (!may(call)) return null
  return (
    <BusyButton
      variant="default"
      leftSection={icon}
      busy={write.state === 'sending'}
      busyText={busyText}
      onClick={() => write.start(request)}
    >
      {children}
    </BusyButton>
  )
}
