import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'

interface DecisionButtonsProps {
  /** What turning it down is called. */
  against: 'Decline' | 'Reject'
  onApprove: () => void
  onTurnDown: () => void
}

/** The two buttons of what waits for a decision; each asks once more. */
export function DecisionButtons({ against, onApprove, onTurnDown }: DecisionButtonsProps) {
  return (
    <>
      <Button variant="default" c="var(--kobo-red)" leftSection={<IconX size={16} />} onClick={onTurnDown}>
        {against}
      </Button>
      <Button leftSection={<IconCheck size={16} />} onClick={onApprove}>
        Approve
      </Button>
    </>
  )
}
