import { contract } from '@kobo/contract'
import { useWrite } from '../../api/use-write.ts'
import { DecisionDialog } from '../../parts/decision-dialog.tsx'
import { Subject } from '../../parts/subject.tsx'

/** Who is decided upon, and how to read it anew when an action was refused. */
export interface KycSubject {
  merchantId: string
  businessName: string
  refetch: () => Promise<unknown>
}

interface KycDialogProps {
  subject: KycSubject
  onClose: () => void
}

const changes = { changes: [contract.merchants] }

/** Approves a merchant's KYC; a reason may be given. */
export function ApproveKyc({ subject, onClose }: KycDialogProps) {
  const approve = useWrite(contract.merchants.approve, changes)
  const decide = async (reason: string) => {
    try {
      await approve.send({ merchantId: subject.merchantId, ...(reason && { reason }) })
      onClose()
    } catch (failure) {
      // Somebody else may have decided it: show what is true now.
      void subject.refetch()
      throw failure
    }
  }
  return (
    <DecisionDialog
      title="Approve merchant"
      subject={<Subject prompt="Are you sure you want to approve this merchant?" name={subject.businessName} />}
      action={{ text: 'Approve', busyText: 'Approving...' }}
      reason={contract.merchants.approve.body.shape.reason}
      state={approve.state}
      onDecide={decide}
      onClose={onClose}
    />
  )
}

/** Declines a merchant's KYC; it closes whether or not that succeeded, and the page is read anew. */
export function DeclineKyc({ subject, onClose }: KycDialogProps) {
  const decline = useWrite(contract.merchants.decline, changes)
  const decide = async (reason: string) => {
    try {
      await decline.send({ merchantId: subject.merchantId, reason })
    } catch {
      void subject.refetch()
    }
    onClose()
  }
  return (
    <DecisionDialog
      title="Decline merchant"
      subject={<Subject prompt="Are you sure you want to decline this merchant?" name={subject.businessName} />}
      action={{ text: 'Decline', busyText: 'Declining...', tone: 'decline' }}
      reason={contract.merchants.decline.body.shape.reason}
      state={decline.state}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
