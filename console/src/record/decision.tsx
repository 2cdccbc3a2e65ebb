import type { Call } from '@kobo/contract/kit/call'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/use-may.ts'

/** Props of a dialog that approves or declines. */
export interface DecisionDialogProps {
  /** Set if it can no longer be decided, although it could when the dialog opened. */
  blocker: string | null
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

/** Buttons of a pending decision. Each opens a confirmation, which stays when another operator has decided. */
export function Decision({ call, blocker, against, hindrance, renderApproval, renderRefusal }: DecisionProps) {
  const may = useMay()
  const [action, setAction] = useState<'approve' | 'refuse' | null>(null)
  const dialog = { blocker, onClose: () => setAction(null) }
  return (
    <>
      {blocker === null && may(call) && (
        <>
          <Button
            variant="default"
            c="var(--kobo-red)"
            leftSection={<IconX size={16} />}
            onClick={() => setAction('refuse')}
          >
            {against}
          </Button>
          <Button
            leftSection={<IconCheck size={16} />}
            disabled={Boolean(hindrance)}
            title={hindrance ?? undefined}
            onClick={() => setAction('approve')}
          >
            Approve
          </Button>
        </>
      )}
      {action === 'approve' && renderApproval(dialog)}
      {action === 'refuse' && renderRefusal(dialog)}
    </>
  )
}

const verbs: Record<string, string> = { ACCEPTED: 'approved' }

/** Returns why an open decision dialog can no longer be sent: the decision was made meanwhile, by this operator if known. */
export function decidedMeanwhile(status: string | null | undefined, by: string | null | undefined): string {
  const verb = status ? (verbs[status] ?? status.toLowerCase()) : 'decided'
  return by ? `${by} ${verb} this in the meantime` : `This was ${verb} in the meantime`
}
