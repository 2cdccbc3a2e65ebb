import { kycApprovalNotice, kycDeclineNotice } from '@kobo/contract/kit/decision-notice'
import { type Merchant, merchants } from '@kobo/contract/merchants'
import { ActionDialog } from '../../../../record/action-dialog.tsx'
import { DecisionNotice, noReason, useReasonHint } from '../../../../record/decision-notice.tsx'
import type { DecisionDialogProps } from '../../../../record/decision.tsx'
import { Subject } from '../../../../record/subject.tsx'
import { ErrorAlert } from '../../../../ui/error-alert.tsx'
import { watchListed } from './merchant-evidence.tsx'

interface KycDialogProps extends DecisionDialogProps {
  merchant: Pick<Merchant, 'id' | 'businessName'>
}

const { approve, decline } = merchants

interface ApproveProps extends KycDialogProps {
  /** Whether the owner is on the watch list. */
  isWatched: boolean
}

/** Approves a merchant's KYC; a reason is optional, but required if the owner is on the watch list. */
export function ApproveKyc({ merchant: { id: merchantId, businessName }, isWatched, ...rest }: ApproveProps) {
  return (
    <ActionDialog
      call={approve}
      request={(reason) => ({ merchantId, ...(reason && { reason }) })}
      title="Approve merchant"
      subject={
        <>
          <ErrorAlert alert={isWatched && watchListed} />
          <Subject prompt="Are you sure you want to approve this merchant?" name={businessName} />
        </>
      }
      action={{ text: 'Approve', busyText: 'Approving...' }}
      reason={isWatched ? decline.body.shape.reason : approve.body.shape.reason}
      hint={useReasonHint('colleagues')}
      renderNotice={() => <DecisionNotice merchantId={merchantId} toOwner notice={kycApprovalNotice} />}
      {...rest}
    />
  )
}

export function DeclineKyc({ merchant: { id: merchantId, businessName }, ...rest }: KycDialogProps) {
  return (
    <ActionDialog
      call={decline}
      request={(reason) => ({ merchantId, reason })}
      title="Decline merchant"
      subject={<Subject prompt="Are you sure you want to decline this merchant?" name={businessName} />}
      action={{ text: 'Decline', busyText: 'Declining...', tone: 'decline' }}
      reason={decline.body.shape.reason}
      hint={useReasonHint('merchant')}
      renderNotice={(reason) => (
        <DecisionNotice merchantId={merchantId} toOwner notice={(name) => kycDeclineNotice(name, reason || noReason)} />
      )}
      closesAnyway
      {...rest}
    />
  )
}
