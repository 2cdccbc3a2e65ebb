import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../record/action-button.tsx'
import { DecisionButtons } from '../../../record/decision-buttons.tsx'
import { ApproveKyc, DeclineKyc } from './kyc-dialogs.tsx'
import { NextRequest } from './next-request.tsx'
import { isOpen, useEvidence } from './use-evidence.ts'

/** What can be done about a merchant's KYC in its present state. */
export function KycActions({ merchant }: { merchant: Merchant }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const [isDecided, setDecided] = useState(false)
  const { isWatched, isPending } = useEvidence(merchant)
  const { id: merchantId, businessName, verified } = merchant
  if (!isOpen(merchant)) return isDecided ? <NextRequest /> : null
  const onDone = () => setDecided(true)
  const close = () => setAsked(null)
  return (
    <>
      {verified === 'SUBMITTED' && (
        <ActionButton
          call={contract.merchants.startReview}
          request={{ merchantId }}
          icon={<IconEye size={16} />}
          busyText="Starting..."
        >
          Start review
        </ActionButton>
      )}
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && !isPending && (
        <ApproveKyc {...{ merchantId, businessName, isWatched }} onDone={onDone} onClose={close} />
      )}
      {asked === 'decline' && <DeclineKyc {...{ merchantId, businessName }} onDone={onDone} onClose={close} />}
    </>
  )
}
