import { type Merchant, merchants } from '@kobo/contract/merchants'
import { IconEye } from '@tabler/icons-react'
import { type ReactNode, createContext, use, useState } from 'react'
import { ActionButton } from '../../../../record/action-button.tsx'
import { DecisionButtons, decidedMeanwhile } from '../../../../record/decision-buttons.tsx'
import { ApproveKyc, DeclineKyc } from './kyc-dialogs.tsx'
import { NextRequest } from './next-request.tsx'
import { isOpen, useKycComparison } from './use-kyc-comparison.ts'

/** Whether the KYC was decided on this page, and its setter. */
const DecidedHere = createContext<readonly [boolean, (isDecided: boolean) => void]>([false, () => {}])

/** Shares a decision among its children, wherever on the page it was made. */
export function KycDecided({ children }: { children: ReactNode }) {
  return <DecidedHere value={useState(false)}>{children}</DecidedHere>
}

/** Approves or declines a merchant's KYC, then links to the next request. */
export function KycDecision({ merchant }: { merchant: Merchant }) {
  const [action, setAction] = useState<'approve' | 'decline' | null>(null)
  const [isDecided, setDecided] = use(DecidedHere)
  const { isWatched, isPending } = useKycComparison(merchant)
  const { id: merchantId, businessName } = merchant
  const onDone = () => setDecided(true)
  const isUndecided = isOpen(merchant)
  const blocker = isUndecided ? null : decidedMeanwhile(merchant.verified, merchant.decision?.staffName)
  const dialog = { merchantId, businessName, blocker, onDone, onClose: () => setAction(null) }
  return (
    <>
      {isUndecided && (
        <DecisionButtons
          against="Decline"
          onApprove={() => setAction('approve')}
          onTurnDown={() => setAction('decline')}
        />
      )}
      {!isUndecided && isDecided && <NextRequest />}
      {action === 'approve' && (!isPending || !isUndecided) && <ApproveKyc {...dialog} isWatched={isWatched} />}
      {action === 'decline' && <DeclineKyc {...dialog} />}
    </>
  )
}

/** Actions for a merchant's KYC in its current status. */
export function KycActions({ merchant }: { merchant: Merchant }) {
  return (
    <>
      {merchant.verified === 'SUBMITTED' && (
        <ActionButton
          call={merchants.startReview}
          request={{ merchantId: merchant.id }}
          icon={<IconEye size={16} />}
          busyText="Starting..."
        >
          Start review
        </ActionButton>
      )}
      <KycDecision merchant={merchant} />
    </>
  )
}
