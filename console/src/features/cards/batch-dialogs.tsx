import { type CardBatch, cards } from '@kobo/contract/cards'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Subject } from '../../record/subject.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { formatCount } from '../../ui/format-count.ts'
import { typeName } from './card-labels.ts'

interface BatchDialogProps {
  row: CardBatch
  /** Set if the batch can no longer be decided. */
  blocker?: string | null
  onClose: () => void
}

const busyText = 'Processing...'

/** Approves a batch, which issues its cards. */
export function ApproveBatch({ row, ...rest }: BatchDialogProps) {
  return (
    <ActionDialog
      call={cards.approveBatch}
      request={() => ({ batchId: row.id })}
      title="Approve batch"
      subject={<BatchSubject row={row} prompt={`Issue ${describeCards(row)}?`} />}
      action={{ text: 'Approve', busyText }}
      {...rest}
    />
  )
}

/** Declines a batch with a reason for the merchant. */
export function DeclineBatch({ row, ...rest }: BatchDialogProps) {
  return (
    <ActionDialog
      call={cards.declineBatch}
      request={(reason) => ({ batchId: row.id, reason })}
      title="Decline batch"
      subject={
        <BatchSubject
          row={row}
          prompt={`Decline ${describeCards(row)}? The merchant will be notified of the reason.`}
        />
      }
      action={{ text: 'Decline', busyText, tone: 'decline' }}
      reason={cards.declineBatch.body.shape.reason}
      {...rest}
    />
  )
}

function describeCards({ quantity, type }: CardBatch): string {
  const kind = typeName(type).toLowerCase()
  if (quantity === undefined) return `these ${kind} cards`
  return `${formatCount(quantity)} ${kind} ${quantity === 1 ? 'card' : 'cards'}`
}

function BatchSubject({ row, prompt }: Pick<BatchDialogProps, 'row'> & { prompt: string }) {
  return (
    <Subject prompt={prompt} name={orEmpty(row.merchant?.businessName)}>
      <span>{row.batchReference}</span>
    </Subject>
  )
}
