import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { useState } from 'react'
import { DecisionButtons, decidedMeanwhile } from '../../../record/decision-buttons.tsx'
import { ApproveUpgrade, DeclineUpgrade } from './upgrade-dialogs.tsx'

/** Decides a pending upgrade request; an open dialog stays when another operator has decided. */
export function UpgradeActions({ upgrade }: { upgrade: MerchantUpgrade }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const waits = isOpen(upgrade)
  const blocker = waits ? null : decidedMeanwhile(upgrade.status, upgrade.decision?.staffName)
  const dialog = { upgrade, blocker, onClose: () => setAsked(null) }
  return (
    <>
      {waits && (
        <DecisionButtons
          against="Decline"
          onApprove={() => setAsked('approve')}
          onTurnDown={() => setAsked('decline')}
        />
      )}
      {asked === 'approve' && <ApproveUpgrade {...dialog} />}
      {asked === 'decline' && <DeclineUpgrade {...dialog} />}
    </>
  )
}

/** Whether the request awaits a decision. */
function isOpen({ status }: MerchantUpgrade): boolean {
  return status === 'PENDING' || status === 'IN-REVIEW'
}
