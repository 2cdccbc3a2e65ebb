import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { ApproveKyc, DeclineKyc, type KycSubject } from './kyc-dialogs.tsx'

/** What can be done about a merchant's KYC in its present state. */
export function KycActions({ verified, subject }: { verified: string | undefined; subject: KycSubject }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  if (verified !== 'SUBMITTED' && verified !== 'PROCESSING') return null
  const close = () => setAsked(null)
  return (
    <>
      {verified === 'SUBMITTED' && <StartReview subject={subject} />}
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && <ApproveKyc subject={subject} onClose={close} />}
      {asked === 'decline' && <DeclineKyc subject={subject} onClose={close} />}
    </>
  )
}

function StartReview({ subject }: { subject: KycSubject }) {
  const startReview = useWrite(contract.merchants.startReview, { changes: [contract.merchants] })
  const sending = startReview.state === 'sending'
  const start = async () => {
    try {
      await startReview.send({ merchantId: subject.merchantId })
    } catch {
      // Somebody else may have started or decided it: show what is true now.
      await subject.refetch()
    }
  }
  return (
    <Button variant="default" leftSection={<IconEye size={16} />} disabled={sending} onClick={start}>
      {sending ? 'Starting...' : 'Start review'}
    </Button>
  )
}
