import type { CardBatchDetails } from '@kobo/contract/cards'
import { useState } from 'react'
import { DecisionButtons } from '../../record/decision-buttons.tsx'
import classes from './cards.module.css'
import { ApproveBatch, DeclineBatch } from './batch-dialogs.tsx'

/** Decides the batch whose panel this is; says why it cannot be approved as things stand. */
export function BatchDecision({ batch }: { batch: CardBatchDetails }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {batch.hindrance && <p className={classes.hindrance}>{batch.hindrance}</p>}
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && <ApproveBatch row={batch} onClose={close} />}
      {asked === 'decline' && <DeclineBatch row={batch} onClose={close} />}
    </>
  )
}
