import { contract } from '@kobo/contract'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../record/action-button.tsx'
import { DecisionButtons } from '../../../record/decision-buttons.tsx'
import { ApproveKyc, DeclineKyc } from './kyc-dialogs.tsx'

interface KycActionsProps {
  verified: string | undefined
  merchantId: string
  businessName: string
}

/** What can be done about a merchant's KYC in its present state. */
export function KycActions({ verified, ...merchant }: KycActionsProps) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  if (verified !== 'SUBMITTED' && verified !== 'PROCESSING') return null
  const close = () => setAsked(null)
  return (
    <>
      {verified === 'SUBMITTED' && (
        <ActionButton
          call={contract.merchants.startReview}
          request={{ merchantId: merchant.merchantId }}
          icon={<IconEye size={16} />}
          busyText="Starting..."
        >
          Start review
        </ActionButton>
      )}
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && <ApproveKyc {...merchant} onClose={close} />}
      {asked === 'decline' && <DeclineKyc {...merchant} onClose={close} />}
    </>
  )
}
