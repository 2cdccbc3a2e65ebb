import type { Merchant } from '@kobo/contract/merchants'
import { createContext, type ReactNode, use, useState } from 'react'
import { DecisionButtons } from '../../../record/decision-buttons.tsx'
import { ApproveKyc, DeclineKyc } from './kyc-dialogs.tsx'
import { NextRequest } from './next-request.tsx'
import { isOpen, useEvidence } from './use-evidence.ts'

/** Whether it was decided while the page stood, and how that is noted. */
const DecidedHere = createContext<readonly [boolean, (isDecided: boolean) => void]>([false, () => {}])

/** What stands in it knows of a decision, wherever on the page that was made. */
export function KycDecided({ children }: { children: ReactNode }) {
  return <DecidedHere value={useState(false)}>{children}</DecidedHere>
}

/** Approves or declines a merchant's KYC; leads to the next once it is decided. */
export function KycDecision({ merchant }: { merchant: Merchant }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const [isDecided, setDecided] = use(DecidedHere)
  const { isWatched, isPending } = useEvidence(merchant)
  const { id: merchantId, businessName } = merchant
  if (!isOpen(merchant)) return isDecided ? <NextRequest /> : null
  const onDone = () => setDecided(true)
  const close = () => setAsked(null)
  return (
    <>
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && !isPending && (
        <ApproveKyc {...{ merchantId, businessName, isWatched }} onDone={onDone} onClose={close} />
      )}
      {asked === 'decline' && <DeclineKyc {...{ merchantId, businessName }} onDone={onDone} onClose={close} />}
    </>
  )
}
