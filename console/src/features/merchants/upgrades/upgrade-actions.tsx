import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { useState } from 'react'
import { DecisionButtons } from '../../../record/decision-buttons.tsx'
import { ApproveUpgrade, DeclineUpgrade } from './upgrade-dialogs.tsx'

/** What can be done about an upgrade request that nobody has decided yet. */
export function UpgradeActions({ upgrade }: { upgrade: MerchantUpgrade }) {
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <DecisionButtons against="Decline" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('decline')} />
      {asked === 'approve' && <ApproveUpgrade upgrade={upgrade} onClose={close} />}
      {asked === 'decline' && <DeclineUpgrade upgrade={upgrade} onClose={close} />}
    </>
  )
}

/** Whether the request still waits for a decision. */
export function isOpen({ status }: MerchantUpgrade): boolean {
  return status === 'PENDING' || status === 'IN-REVIEW'
}
