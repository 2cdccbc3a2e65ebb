import type { CardBatchDetails } from '@kobo/contract/cards'
import { useState } from 'react'
import { DecisionButtons } from '../../record/decision-buttons.tsx'
import { ApproveBatch, DeclineBatch } from './batch-dialogs.tsx'

/** Decides the batch whose panel this is. */
export function BatchDecision({ batch }: { batch: CardBatchDetails }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <DecisionButtons
        against="Decline"
        hindrance={batch.hindrance}
        onApprove={() => setAsked('approve')}
        onTurnDown={() => setAsked('decline')}
      />
      {asked === 'approve' && <ApproveBatch row={batch} onClose={close} />}
      {asked === 'decline' && <DeclineBatch row={batch} onClose={close} />}
    </>
  )
}
