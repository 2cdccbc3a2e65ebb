import type { PayoutDecision } from '@kobo/contract/payouts'
import { panelDate, panelTime } from '../../ui/dates.tsx'
import classes from './last-decision.module.css'

interface LastDecisionProps {
  /** What the operator did, such as `Paused`. */
  verb: string
  of: PayoutDecision | null | undefined
}

/** By whom, when and why a payout was last changed; nothing if no operator changed it. */
export function LastDecision({ verb, of: decision }: LastDecisionProps) {
  if (!decision) return null
  const { staffName, decidedAt, reason } = decision
  return (
    <p className={classes.decision}>
      {`${verb} by ${staffName} on ${panelDate(decidedAt)} at ${panelTime(decidedAt)}`}
      {reason && `: ${reason}`}
    </p>
  )
}
