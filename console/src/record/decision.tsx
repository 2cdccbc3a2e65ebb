import type { Call } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, use, useRef, useState } from 'react'
import { useMay } from '../api/use-may.ts'
import { QueueContext } from '../list/queue/use-queue.ts'
import { keyHint } from '../ui/key-hint.tsx'
import { useKeysIn } from '../ui/use-keys-in.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

/** Props of a dialog that approves or declines. */
export interface DecisionDialogProps {
  /** Set if it can no longer be decided, although it could when the dialog opened. */
  blocker: string | null
  /** Called after the decision. */
  onDone: () => void
  onClose: () => void
}

interface DecisionProps {
  /** Call of the approval, whose permission is that of the refusal too. */
  call: Call
  /** Why it can no longer be decided; null while a decision is pending. */
  blocker: string | null
  /** Label of the negative decision. */
  against: 'Decline' | 'Reject'
  /** Why it cannot be approved now. */
  hindrance?: string | null | undefined
  renderApproval: (dialog: DecisionDialogProps) => ReactNode
  renderRefusal: (dialog: DecisionDialogProps) => ReactNode
}

const refused = { Decline: 'Declined', Reject: 'Rejected' }

/**
 * Buttons of a pending decision, also pressed by A and R. Each opens a confirmation, which stays when another operator has
 * decided. In a queue, the next record opens after the decision.
 */
export function Decision({ call, blocker, against, hindrance, renderApproval, renderRefusal }: DecisionProps) {
  const may = useMay()
  const queue = use(QueueContext)
  const [action, setAction] = useState<'approve' | 'refuse' | null>(null)
  const refusal = useRef<HTMLButtonElement>(null)
  const isOffered = blocker === null && may(call)
  const isBusy = queue?.state === 'moving'
  const approve = () => setAction('approve')
  const refuse = () => setAction('refuse')
  useKeysIn(refusal, isBusy ? {} : { a: hindrance ? undefined : approve, r: refuse })
  useFocusAfterRemoval(action !== null, isOffered)
  const onClose = () => setAction(null)
  return (
    <>
      {isOffered && (
        <>
          <Button
            ref={refusal}
            variant="default"
            c="var(--kobo-red)"
            leftSection={<IconX size={16} />}
            disabled={isBusy}
            onClick={refuse}
            {...keyHint('R')}
          >
            {against}
          </Button>
          <Button
            leftSection={<IconCheck size={16} />}
            disabled={isBusy || Boolean(hindrance)}
            title={hindrance ?? undefined}
            onClick={approve}
            {...keyHint('A')}
          >
            Approve
          </Button>
        </>
      )}
      {action === 'approve' && renderApproval({ blocker, onClose, onDone: () => queue?.advance('Approved') })}
      {action === 'refuse' && renderRefusal({ blocker, onClose, onDone: () => queue?.advance(refused[against]) })}
    </>
  )
}

const verbs: Record<string, string> = { ACCEPTED: 'approved' }

/** Returns why an open decision dialog can no longer be sent: the decision was made meanwhile, by this operator if known. */
export function decidedMeanwhile(status: string | null | undefined, by: string | null | undefined): string {
  const verb = status ? (verbs[status] ?? status.toLowerCase()) : 'decided'
  return by ? `${by} ${verb} this in the meantime` : `This was ${verb} in the meantime`
}
