import { type CardBatch, type CardBatchDetails, cards } from '@kobo/contract/cards'
import type { RowDialogProps } from '../../list/row-dialogs.tsx'
import { paths } from '../../paths.ts'
import { ActionDialog } from '../../record/action-dialog.tsx'
import { Decision, decidedMeanwhile } from '../../record/decision.tsx'
import { Subject } from '../../record/subject.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { emptyValue, orEmpty } from '../../ui/format-text.ts'
import { formatCount } from '../../ui/format-count.ts'
import { typeName } from './card-labels.ts'
import classes from './cards.module.css'

type BatchDialogProps = RowDialogProps<CardBatch>

const busyText = 'Processing...'

/** Approves a batch, which issues its cards. */
export function ApproveBatch({ row, current = row, ...rest }: BatchDialogProps) {
  return (
    <ActionDialog
      call={cards.approveBatch}
      request={() => ({ batchId: row.id })}
      title="Approve batch"
      subject={batchSubject(row, `Issue ${describeCards(row)}?`)}
      action={{ text: 'Approve', busyText }}
      blocker={blockerOf(current)}
      {...rest}
    />
  )
}

/** Declines a batch with a reason for the merchant. */
export function DeclineBatch({ row, current = row, ...rest }: BatchDialogProps) {
  return (
    <ActionDialog
      call={cards.declineBatch}
      request={(reason) => ({ batchId: row.id, reason })}
      title="Decline batch"
      subject={batchSubject(row, `Decline ${describeCards(row)}? The merchant will be notified of the reason.`)}
      action={{ text: 'Decline', busyText, tone: 'decline' }}
      reason={cards.declineBatch.body.shape.reason}
      blocker={blockerOf(current)}
      {...rest}
    />
  )
}

/** Approves or declines a batch in its panel. */
export function BatchDecision({ batch: row }: { batch: CardBatchDetails }) {
  return (
    <Decision
      call={cards.approveBatch}
      blocker={blockerOf(row)}
      against="Decline"
      hindrance={row.hindrance}
      renderApproval={(dialog) => <ApproveBatch row={row} {...dialog} />}
      renderRefusal={(dialog) => <DeclineBatch row={row} {...dialog} />}
    />
  )
}

function blockerOf({ status, decidedBy }: Pick<CardBatchDetails, 'status' | 'decidedBy'>): string | null {
  return status === 'PENDING' ? null : decidedMeanwhile(status, decidedBy)
}

function describeCards({ quantity, type }: CardBatch): string {
  const kind = typeName(type).toLowerCase()
  if (quantity === undefined) return `these ${kind} cards`
  return `${formatCount(quantity)} ${kind} ${quantity === 1 ? 'card' : 'cards'}`
}

function batchSubject({ merchant, batchReference }: CardBatch, prompt: string) {
  return (
    <Subject prompt={prompt} name={orEmpty(merchant?.businessName)}>
      <span>{batchReference}</span>
    </Subject>
  )
}

/** Requested card holders of a batch, each linked to their card once issued. */
export function BatchHolders({ batch: { holders = [] } }: { batch: CardBatchDetails }) {
  if (holders.length === 0) return emptyValue
  return (
    <ul className={classes.holders}>
      {holders.map(({ holderName, wallet, cardId, maskedPan }, place) => (
        <li key={cardId ?? place} className={classes.holder}>
          {cardId ? <AccentLink to={paths.card(cardId)}>{holderName}</AccentLink> : holderName}
          <span className={classes.more}>
            {[wallet ? 'Wallet' : 'Own account', maskedPan].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
