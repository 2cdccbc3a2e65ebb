import { contract } from '@kobo/contract'
import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { useWrite } from '../../api/use-write.ts'
import { DecisionDialog } from '../../parts/decision-dialog.tsx'
import { orEmpty } from '../../parts/empty.ts'
import { Subject } from '../../parts/subject.tsx'

interface UpgradeDialogProps {
  upgrade: MerchantUpgrade
  refetch: () => Promise<unknown>
  onClose: () => void
}

const changes = { changes: [contract.merchantUpgrades, contract.merchants] }
const requiredReason = contract.merchantUpgrades.decline.body.shape.reason
const busyText = 'Processing...'

/** Approves an upgrade. The operator must give a reason, which the call does not take. */
export function ApproveUpgrade({ upgrade, refetch, onClose }: UpgradeDialogProps) {
  const approve = useWrite(contract.merchantUpgrades.approve, changes)
  const decide = async () => {
    try {
      await approve.send({ upgradeId: upgrade.id })
      onClose()
    } catch (failure) {
      // Somebody else may have decided it: show what is true now.
      void refetch()
      throw failure
    }
  }
  return (
    <DecisionDialog
      title="Approve upgrade"
      subject={
        <Subject
          prompt="Are you sure you want to approve this upgrade request?"
          name={orEmpty(upgrade.merchant?.businessName)}
        />
      }
      action={{ text: 'Approve', busyText }}
      reason={requiredReason}
      state={approve.state}
      onDecide={decide}
      onClose={onClose}
    />
  )
}

/** Declines an upgrade; it closes whether or not that succeeded, and the request is read anew. */
export function DeclineUpgrade({ upgrade, refetch, onClose }: UpgradeDialogProps) {
  const decline = useWrite(contract.merchantUpgrades.decline, changes)
  const decide = async (reason: string) => {
    try {
      await decline.send({ upgradeId: upgrade.id, reason })
    } catch {
      void refetch()
    }
    onClose()
  }
  return (
    <DecisionDialog
      title="Decline upgrade"
      subject={
        <Subject
          prompt="Are you sure you want to decline this upgrade request?"
          name={orEmpty(upgrade.merchant?.businessName)}
        />
      }
      action={{ text: 'Decline', busyText, tone: 'decline' }}
      reason={requiredReason}
      state={decline.state}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
