import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { useState } from 'react'
import { DecisionButtons, decidedMeanwhile } from '../../../record/decision-buttons.tsx'
import { ApproveUpgrade, DeclineUpgrade } from './upgrade-dialogs.tsx'

/** Decides a pending upgrade request; an open dialog stays when another operator has decided. */
export function UpgradeActions({ upgrade }: { upgrade: MerchantUpgrade }) {
  const [action, setAction] = useState<'approve' | 'decline' | null>(null)
  const isUndecided = isOpen(upgrade)
  const blocker = isUndecided ? null : decidedMeanwhile(upgrade.status, upgrade.decision?.staffName)
  const dialog = { upgrade, blocker, onClose: () => setAction(null) }
  return (
    <>
      {isUndecided && (
        <DecisionButtons
          against="Decline"
          onApprove={() => setAction('approve')}
          onTurnDown={() => setAction('decline')}
        />
      )}
      {action === 'approve' && <ApproveUpgrade {...dialog} />}
      {action === 'decline' && <DeclineUpgrade {...dialog} />}
    </>
  )
}

/** Whether the request awaits a decision. */
function isOpen({ status }: MerchantUpgrade): boolean {
  return status === 'PENDING' || status === 'IN-REVIEW'
}
