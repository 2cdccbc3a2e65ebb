import { upgradeApprovalNotice, upgradeDeclineNotice } from '@kobo/contract/kit/decision-notice'
import { type MerchantUpgrade, merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { Decision, type DecisionDialogProps, decidedMeanwhile } from '../../../record/decision.tsx'
import { DecisionNotice, noReason, useReasonHint } from '../../../record/decision-notice.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { Subject } from '../../../record/subject.tsx'

interface UpgradeDialogProps extends DecisionDialogProps {
  upgrade: MerchantUpgrade
}

const { approve, decline } = merchantUpgrades
const busyText = 'Processing...'

/** Decides a pending upgrade request. */
export function UpgradeDecision({ upgrade }: { upgrade: MerchantUpgrade }) {
  const { status, decision } = upgrade
  const isOpen = status === 'PENDING' || status === 'IN-REVIEW'
  return (
    <Decision
      call={approve}
      blocker={isOpen ? null : decidedMeanwhile(status, decision?.staffName)}
      against="Decline"
      renderApproval={(dialog) => <ApproveUpgrade upgrade={upgrade} {...dialog} />}
      renderRefusal={(dialog) => <DeclineUpgrade upgrade={upgrade} {...dialog} />}
    />
  )
}

/** Approves an upgrade. Requires a reason, which the call does not accept. */
function ApproveUpgrade({ upgrade, ...rest }: UpgradeDialogProps) {
  return (
    <ActionDialog
      call={approve}
      request={() => ({ upgradeId: upgrade.id })}
      title="Approve upgrade"
      subject={
        <Subject
          prompt="Are you sure you want to approve this upgrade request?"
          name={orEmpty(upgrade.merchant?.businessName)}
        />
      }
      action={{ text: 'Approve', busyText }}
      reason={decline.body.shape.reason}
      hint="Required here, but neither sent nor stored"
      renderNotice={() => <DecisionNotice merchantId={upgrade.merchant?.id} notice={upgradeApprovalNotice} />}
      {...rest}
    />
  )
}

function DeclineUpgrade({ upgrade, ...rest }: UpgradeDialogProps) {
  return (
    <ActionDialog
      call={decline}
      request={(reason) => ({ upgradeId: upgrade.id, reason })}
      title="Decline upgrade"
      subject={
        <Subject
          prompt="Are you sure you want to decline this upgrade request?"
          name={orEmpty(upgrade.merchant?.businessName)}
        />
      }
      action={{ text: 'Decline', busyText, tone: 'decline' }}
      reason={decline.body.shape.reason}
      hint={useReasonHint('merchant')}
      renderNotice={(reason) => (
        <DecisionNotice
          merchantId={upgrade.merchant?.id}
          notice={(name) => upgradeDeclineNotice(name, reason || noReason)}
        />
      )}
      closesAnyway
      {...rest}
    />
  )
}
