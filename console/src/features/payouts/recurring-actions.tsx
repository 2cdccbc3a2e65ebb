import { payoutDecisions } from '@kobo/contract/payout-decisions'
import type { RecurrentPayoutInfo } from '@kobo/contract/payouts'
import { useIsSupported } from '../../api/config.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { recurrentPayout, statusDisplay } from '../../status/statuses.ts'
import { panelDate } from '../../ui/dates.tsx'
import { DialogButton } from '../../record/dialog-button.tsx'
import { LastDecision } from './last-decision.tsx'
import { PayoutSubject } from './payout-subject.tsx'

const actions = [
  {
    name: 'end',
    call: payoutDecisions.endRecurrent,
    reason: payoutDecisions.endRecurrent.body.shape.reason,
    from: ['ACTIVE', 'INACTIVE'],
    text: 'End',
    busyText: 'Ending...',
    prompt: 'End this recurring payout? It will not run again. This cannot be undone. The merchant will be notified.',
    next: (day: string, status: string) =>
      status === 'INACTIVE' ? 'Paused: it does not run unless it is resumed.' : `Next run without this: ${day}`,
  },
  {
    name: 'pause',
    call: payoutDecisions.pauseRecurrent,
    reason: payoutDecisions.pauseRecurrent.body.shape.reason,
    from: ['ACTIVE'],
    text: 'Pause',
    busyText: 'Pausing...',
    prompt:
      'Pause this recurring payout? It will not run until it is resumed, and missed runs are not made up. The merchant will be notified.',
    next: (day: string) => `Next run without this: ${day}`,
  },
  {
    name: 'resume',
    call: payoutDecisions.resumeRecurrent,
    from: ['INACTIVE'],
    text: 'Resume',
    busyText: 'Resuming...',
    prompt: 'Resume this recurring payout? Missed runs are not made up. The merchant will be notified.',
    next: (day: string) => `Next run: ${day}`,
  },
] as const

type Action = (typeof actions)[number]

/** An operator's last decision, by the status that it left. */
const verbs: Record<string, string> = { INACTIVE: 'Paused', CANCELLED: 'Ended' }

/** Pauses, resumes or ends a recurring payout, and shows who did so last. */
export function RecurringActions({ payout }: { payout: RecurrentPayoutInfo }) {
  const isSupported = useIsSupported(payoutDecisions.pauseRecurrent)
  const { status = '', decision } = payout
  return (
    <>
      <LastDecision verb={verbs[status] ?? 'Resumed'} of={decision} />
      {actions.map((action) => (
        <DialogButton
          call={action.call}
          key={action.name}
          variant="default"
          {...(action.name === 'end' && { c: 'var(--kobo-red)' })}
          isOffered={isSupported && isIn(status, action)}
          blocker={action.name === 'resume' && !payout.nextDate ? 'No run is left. End it instead' : null}
          renderDialog={(onClose) => <RecurringDialog payout={payout} action={action} onClose={onClose} />}
        >
          {action.text}
        </DialogButton>
      ))}
    </>
  )
}

interface RecurringDialogProps {
  payout: RecurrentPayoutInfo
  action: Action
  onClose: () => void
}

function RecurringDialog({ payout, action, onClose }: RecurringDialogProps) {
  const { id, status = '', nextDate } = payout
  const recurrentId = id ?? ''
  const { label } = statusDisplay(status, recurrentPayout)
  const shared = {
    title: `${action.text} recurring payout`,
    subject: (
      <PayoutSubject prompt={action.prompt} payout={payout}>
        {action.next(panelDate(nextDate), status)}
      </PayoutSubject>
    ),
    action: {
      text: action.text,
      busyText: action.busyText,
      ...(action.name === 'end' && { tone: 'decline' as const }),
    },
    blocker: isIn(status, action) ? null : `This recurring payout is now ${label.toLowerCase()}`,
    onClose,
  }
  if (action.name === 'resume') return <ActionDialog call={action.call} request={() => ({ recurrentId })} {...shared} />
  return (
    <ActionDialog
      call={action.call}
      request={(reason) => ({ recurrentId, reason })}
      reason={action.reason}
      {...shared}
    />
  )
}

function isIn(status: string, { from }: Action): boolean {
  return from.some((one) => one === status)
}
