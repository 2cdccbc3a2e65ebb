import { type Merchant, merchants } from '@kobo/contract/merchants'
import { IconEye } from '@tabler/icons-react'
import { type ReactNode, createContext, use, useState } from 'react'
import { ActionButton } from '../../../../record/action-button.tsx'
import { QueueContext } from '../../../../list/queue/use-queue.ts'
import { Decision, type DecisionDialogProps, decidedMeanwhile } from '../../../../record/decision.tsx'
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
  const [isDecided, setDecided] = use(DecidedHere)
  const { isWatched, isPending } = useKycComparison(merchant)
  const isUndecided = isOpen(merchant)
  const isInQueue = use(QueueContext) !== null
  const decided = ({ onDone }: DecisionDialogProps) => {
    setDecided(true)
    onDone()
  }
  return (
    <>
      <Decision
        call={merchants.approve}
        blocker={isUndecided ? null : decidedMeanwhile(merchant.verified, merchant.decision?.staffName)}
        against="Decline"
        renderApproval={(dialog) =>
          (!isPending || !isUndecided) && (
            <ApproveKyc merchant={merchant} {...dialog} onDone={() => decided(dialog)} isWatched={isWatched} />
          )
        }
        renderRefusal={(dialog) => <DeclineKyc merchant={merchant} {...dialog} onDone={() => decided(dialog)} />}
      />
      {!isUndecided && isDecided && !isInQueue && <NextRequest />}
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
