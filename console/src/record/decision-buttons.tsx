import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'

interface DecisionButtonsProps {
  /** Label of the negative decision. */
  against: 'Decline' | 'Reject'
  /** Why it cannot be approved now. */
  hindrance?: string | null | undefined
  onApprove: () => void
  onTurnDown: () => void
}

/** Buttons of a pending decision. Each opens a confirmation. */
export function DecisionButtons({ against, hindrance, onApprove, onTurnDown }: DecisionButtonsProps) {
  return (
    <>
      <Button variant="default" c="var(--kobo-red)" leftSection={<IconX size={16} />} onClick={onTurnDown}>
        {against}
      </Button>
      <Button
        leftSection={<IconCheck size={16} />}
        disabled={Boolean(hindrance)}
        title={hindrance ?? undefined}
        onClick={onApprove}
      >
        Approve
      </Button>
    </>
  )
}

const verbs: Record<string, string> = { ACCEPTED: 'approved' }

/** Returns why an open decision dialog can no longer be sent: the decision was made meanwhile, by this operator if known. */
export function decidedMeanwhile(status: string | null | undefined, by: string | null | undefined): string {
  const verb = status ? (verbs[status] ?? status.toLowerCase()) : 'decided'
  return by ? `${by} ${verb} this in the meantime` : `This was ${verb} in the meantime`
}
