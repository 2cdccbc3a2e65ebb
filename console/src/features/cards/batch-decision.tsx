import type { CardBatchDetails } from '@kobo/contract/cards'
import { useState } from 'react'
import { DecisionButtons, decidedMeanwhile } from '../../record/decision-buttons.tsx'
import { ApproveBatch, DeclineBatch } from './batch-dialogs.tsx'

/** Buttons and dialogs that approve or decline a card batch in its panel. */
export function BatchDecision({ batch }: { batch: CardBatchDetails }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const blocker = batch.status === 'PENDING' ? null : decidedMeanwhile(batch.status, batch.decidedBy)
  const dialog = { row: batch, blocker, onClose: () => setAsked(null) }
  return (
    <>
      {blocker === null && (
        <DecisionButtons
          against="Decline"
          hindrance={batch.hindrance}
          onApprove={() => setAsked('approve')}
          onTurnDown={() => setAsked('decline')}
        />
      )}
      {asked === 'approve' && <ApproveBatch {...dialog} />}
      {asked === 'decline' && <DeclineBatch {...dialog} />}
    </>
  )
}
