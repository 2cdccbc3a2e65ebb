import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite, wasSaid } from '../../api/use-write.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
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
      {verified === 'SUBMITTED' && <StartReview merchantId={merchant.merchantId} />}
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && <ApproveKyc {...merchant} onClose={close} />}
      {asked === 'decline' && <DeclineKyc {...merchant} onClose={close} />}
    </>
  )
}

function StartReview({ merchantId }: { merchantId: string }) {
  const startReview = useWrite(contract.merchants.startReview)
  const sending = startReview.state === 'sending'
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} />}
      disabled={sending}
      onClick={() => void startReview.send({ merchantId }).catch(wasSaid)}
    >
      {sending ? 'Starting...' : 'Start review'}
    </Button>
  )
}
