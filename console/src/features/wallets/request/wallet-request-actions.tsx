import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { useState } from 'react'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { DecisionButtons, decidedMeanwhile } from '../../../record/decision-buttons.tsx'
import { WalletSubject } from '../wallet-subject.tsx'

const { approve, reject } = walletUpgrades

/** Approves or rejects a tier upgrade request; an open dialog stays when another operator has decided. */
export function WalletRequestActions({ request, wallet }: { request: WalletUpgradeRow; wallet: Wallet }) {
  const [action, setAction] = useState<'approve' | 'reject' | null>(null)
  const close = () => setAction(null)
  const requestId = request.id
  const blocker = request.status === 'PENDING' ? null : decidedMeanwhile(request.status, request.decision?.staffName)
  const tier = request.requestedTier ? `tier ${request.requestedTier}` : 'the requested tier'
  return (
    <>
      {blocker === null && (
        <DecisionButtons
          against="Reject"
          hindrance={request.hindrance}
          onApprove={() => setAction('approve')}
          onTurnDown={() => setAction('reject')}
        />
      )}
      {action === 'approve' && (
        <ActionDialog
          call={approve}
          request={() => ({ requestId })}
          title="Approve tier upgrade"
          subject={<WalletSubject prompt={`Are you sure you want to raise this wallet to ${tier}?`} wallet={wallet} />}
          action={{ text: 'Approve', busyText: 'Approving...' }}
          blocker={blocker}
          onClose={close}
        />
      )}
      {action === 'reject' && (
        <ActionDialog
          call={reject}
          request={(reason) => ({ requestId, reason })}
          title="Reject tier upgrade"
          subject={
            <WalletSubject
              prompt={`Are you sure you want to reject this wallet's request for ${tier}?`}
              wallet={wallet}
            />
          }
          action={{ text: 'Reject', busyText: 'Rejecting...', tone: 'decline' }}
          reason={reject.body.shape.reason}
          blocker={blocker}
          onClose={close}
        />
      )}
    </>
  )
}
