import type { CardBatchDetails } from '@kobo/contract/cards'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { DecisionButtons, decidedMeanwhile } from '../../record/decision-buttons.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { emptyValue } from '../../ui/format-text.ts'
import { ApproveBatch, DeclineBatch } from './batch-dialogs.tsx'
import classes from './cards.module.css'

/** Buttons and dialogs that approve or decline a card batch in its panel. */
export function BatchDecision({ batch }: { batch: CardBatchDetails }) {
  const [action, setAction] = useState<'approve' | 'decline' | null>(null)
  const blocker = batch.status === 'PENDING' ? null : decidedMeanwhile(batch.status, batch.decidedBy)
  const dialog = { row: batch, blocker, onClose: () => setAction(null) }
  return (
    <>
      {blocker === null && (
        <DecisionButtons
          against="Decline"
          hindrance={batch.hindrance}
          onApprove={() => setAction('approve')}
          onTurnDown={() => setAction('decline')}
        />
      )}
      {action === 'approve' && <ApproveBatch {...dialog} />}
      {action === 'decline' && <DeclineBatch {...dialog} />}
    </>
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
