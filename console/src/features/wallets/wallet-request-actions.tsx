import { contract } from '@kobo/contract'
import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { DecisionDialog } from '../../parts/decision-dialog.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { WalletSubject } from './wallet-subject.tsx'

interface WalletRequestActionsProps {
  request: WalletUpgradeRow
  wallet: Wallet
  refetch: () => Promise<unknown>
}

const changes = { changes: [contract.walletUpgrades, contract.wallets] }

/** Approves a request for a higher tier, or rejects it with a reason. */
export function WalletRequestActions({ request, wallet, refetch }: WalletRequestActionsProps) {
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null)
  const approve = useWrite(contract.walletUpgrades.approve, changes)
  const reject = useWrite(contract.walletUpgrades.reject, changes)
  const close = () => setAsked(null)
  const tier = request.requestedTier ? `tier ${request.requestedTier}` : 'the requested tier'

  const confirm = async () => {
    try {
      await approve.send({ requestId: request.id })
    } catch {
      // Somebody else may have decided it: show what is true now.
      void refetch()
    }
    close()
  }
  const turnDown = async (reason: string) => {
    try {
      await reject.send({ requestId: request.id, reason })
      close()
    } catch (failure) {
      void refetch()
      throw failure
    }
  }
  return (
    <>
      <DecisionButtons against="Reject" onApprove={() => setAsked('approve')} onTurnDown={() => setAsked('reject')} />
      {asked === 'approve' && (
        <ConfirmDialog
          title="Approve tier upgrade"
          action="Approve"
          busyText="Approving..."
          state={approve.state}
          onConfirm={() => void confirm()}
          onClose={close}
        >
          <WalletSubject prompt={`Are you sure you want to raise this wallet to ${tier}?`} wallet={wallet} />
        </ConfirmDialog>
      )}
      {asked === 'reject' && (
        <DecisionDialog
          title="Reject tier upgrade"
          subject={
            <WalletSubject
              prompt={`Are you sure you want to reject this wallet's request for ${tier}?`}
              wallet={wallet}
            />
          }
          action={{ text: 'Reject', busyText: 'Rejecting...', tone: 'decline' }}
          reason={contract.walletUpgrades.reject.body.shape.reason}
          state={reject.state}
          onDecide={turnDown}
          onClose={close}
        />
      )}
    </>
  )
}
