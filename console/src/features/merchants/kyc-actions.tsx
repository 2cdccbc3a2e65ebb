import { contract } from '@kobo/contract'
import { Button } from '@mantine/core'
import { IconCheck, IconEye, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ApproveKyc, DeclineKyc, type KycSubject } from './kyc-dialogs.tsx'

/** What can be done about a merchant's KYC in its present state. */
export function KycActions({ verified, subject }: { verified: string | undefined; subject: KycSubject }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  if (verified !== 'SUBMITTED' && verified !== 'PROCESSING') return null
  const close = () => setAsked(null)
  return (
    <>
      {verified === 'SUBMITTED' && <StartReview subject={subject} />}
      <Button
        variant="default"
        c="var(--kobo-red)"
        leftSection={<IconX size={16} />}
        onClick={() => setAsked('decline')}
      >
        Decline
      </Button>
      <Button leftSection={<IconCheck size={16} />} onClick={() => setAsked('approve')}>
        Approve
      </Button>
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
