import { type MerchantUpgrade, merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { Subject } from '../../../record/subject.tsx'

interface UpgradeDialogProps {
  upgrade: MerchantUpgrade
  /** Set if the request can no longer be decided. */
  blocker: string | null
  onClose: () => void
}

const { approve, decline } = merchantUpgrades
const busyText = 'Processing...'

/** Approves an upgrade. Requires a reason, which the call does not accept. */
export function ApproveUpgrade({ upgrade, ...rest }: UpgradeDialogProps) {
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
      {...rest}
    />
  )
}

export function DeclineUpgrade({ upgrade, ...rest }: UpgradeDialogProps) {
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
      closesAnyway
      {...rest}
    />
  )
}
