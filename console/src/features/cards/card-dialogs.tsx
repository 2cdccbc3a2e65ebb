import { type Card, cards } from '@kobo/contract/cards'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'

interface CardDialogProps {
  row: Pick<Card, 'id' | 'holderName' | 'maskedPan'>
  onClose: () => void
}

const busyText = 'Processing...'

/** Blocks a card, which declines its new payments. */
export function BlockCard({ row, onClose }: CardDialogProps) {
  return (
    <ActionDialog
      call={cards.block}
      request={(reason) => ({ cardId: row.id, reason })}
      title="Block card"
      subject={
        <CardSubject row={row} prompt="New payments will be declined. Pending authorisations can still clear." />
      }
      action={{ text: 'Block card', busyText, tone: 'decline' }}
      reason={cards.block.body.shape.reason}
      onClose={onClose}
    />
  )
}

/** Unblocks a card. */
export function UnblockCard({ row, onClose }: CardDialogProps) {
  return (
    <ActionDialog
      call={cards.unblock}
      request={(reason) => ({ cardId: row.id, reason })}
      title="Unblock card"
      subject={<CardSubject row={row} prompt="The card can be used again." />}
      action={{ text: 'Unblock card', busyText }}
      reason={cards.unblock.body.shape.reason}
      onClose={onClose}
    />
  )
}

/** Deletes a blocked card permanently. */
export function DeleteCard({ row, onClose }: CardDialogProps) {
  return (
    <ActionDialog
      call={cards.remove}
      request={() => ({ cardId: row.id })}
      title="Delete card"
      subject={<CardSubject row={row} prompt="This cannot be undone. The card's history is kept." />}
      action={{ text: 'Delete card', busyText, tone: 'decline' }}
      onClose={onClose}
    />
  )
}

function CardSubject({ row, prompt }: Pick<CardDialogProps, 'row'> & { prompt: string }) {
  return (
    <Subject prompt={prompt} name={row.holderName ?? row.id}>
      {row.maskedPan && <span>{row.maskedPan}</span>}
    </Subject>
  )
}
