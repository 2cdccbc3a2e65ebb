import { type Card, cards } from '@kobo/contract/cards'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'

type CardDialogProps = RowDialogProps<Pick<Card, 'id' | 'holderName' | 'maskedPan' | 'status'>>

const busyText = 'Processing...'

/** Blocks a card, which declines its new payments. */
export function BlockCard({ row, current = row, onClose }: CardDialogProps) {
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
      blocker={blockerOf(current, 'ACTIVE')}
      onClose={onClose}
    />
  )
}

/** Unblocks a card. */
export function UnblockCard({ row, current = row, onClose }: CardDialogProps) {
  return (
    <ActionDialog
      call={cards.unblock}
      request={(reason) => ({ cardId: row.id, reason })}
      title="Unblock card"
      subject={<CardSubject row={row} prompt="The card can be used again." />}
      action={{ text: 'Unblock card', busyText }}
      reason={cards.unblock.body.shape.reason}
      blocker={blockerOf(current, 'BLOCKED')}
      onClose={onClose}
    />
  )
}

/** Deletes a blocked card permanently. */
export function DeleteCard({ row, current = row, onClose }: CardDialogProps) {
  return (
    <ActionDialog
      call={cards.remove}
      request={() => ({ cardId: row.id })}
      title="Delete card"
      subject={<CardSubject row={row} prompt="This cannot be undone. The card's history is kept." />}
      action={{ text: 'Delete card', busyText, tone: 'decline' }}
      blocker={blockerOf(current, 'BLOCKED')}
      onClose={onClose}
    />
  )
}

function blockerOf({ status }: Pick<Card, 'status'>, needed: string): string | null {
  return status === needed ? null : `This card is now ${status.toLowerCase()}`
}

function CardSubject({ row, prompt }: Pick<CardDialogProps, 'row'> & { prompt: string }) {
  return (
    <Subject prompt={prompt} name={row.holderName ?? row.id}>
      {row.maskedPan && <span>{row.maskedPan}</span>}
    </Subject>
  )
}
