import { contract } from '@kobo/contract'
import type { Merchant } from '@kobo/contract/merchants'
import { IconEye } from '@tabler/icons-react'
import { ActionButton } from '../../../record/action-button.tsx'
import { KycDecision } from './kyc-decision.tsx'

/** Actions for a merchant's KYC in its current status. */
export function KycActions({ merchant }: { merchant: Merchant }) {
  return (
    <>
      {merchant.verified === 'SUBMITTED' && (
        <ActionButton
          call={contract.merchants.startReview}
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
