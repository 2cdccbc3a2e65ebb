import { contract } from '@kobo/contract'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { Subject } from '../../../record/subject.tsx'

interface KycDialogProps {
  merchantId: string
  businessName: string
  onClose: () => void
}

const { approve, decline } = contract.merchants

/** Approves a merchant's KYC; a reason may be given. */
export function ApproveKyc({ merchantId, businessName, onClose }: KycDialogProps) {
  return (
    <ActionDialog
      call={approve}
      request={(reason) => ({ merchantId, ...(reason && { reason }) })}
      title="Approve merchant"
      subject={<Subject prompt="Are you sure you want to approve this merchant?" name={businessName} />}
      action={{ text: 'Approve', busyText: 'Approving...' }}
      reason={approve.body.shape.reason}
      onClose={onClose}
    />
  )
}

/** Declines a merchant's KYC. */
export function DeclineKyc({ merchantId, businessName, onClose }: KycDialogProps) {
  return (
    <ActionDialog
      call={decline}
      request={(reason) => ({ merchantId, reason })}
      title="Decline merchant"
      subject={<Subject prompt="Are you sure you want to decline this merchant?" name={businessName} />}
      action={{ text: 'Decline', busyText: 'Declining...', tone: 'decline' }}
      reason={decline.body.shape.reason}
      closesAnyway
      onClose={onClose}
    />
  )
}
