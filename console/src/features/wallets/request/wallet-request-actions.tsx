import { tierApprovalNotice, tierRejectionNotice } from '@kobo/contract/kit/decision-notice'
import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'
import { ActionDialog } from '../../../record/action-dialog.tsx'
import { DecisionNotice, noReason, useReasonHint } from '../../../record/decision-notice.tsx'
import { Decision, decidedMeanwhile } from '../../../record/decision.tsx'
import { WalletSubject } from '../wallet-subject.tsx'

const { approve, reject } = walletUpgrades

/** Approves or rejects a tier upgrade request. */
export function WalletRequestActions({ request, wallet }: { request: WalletUpgradeRow; wallet: Wallet }) {
  const requestId = request.id
  const hint = useReasonHint('merchant')
  const merchantId = wallet.merchant?.id
  const walletName = request.wallet.accountName
  const requested = request.requestedTier
  const tier = requested ? `tier ${requested}` : 'the requested tier'
  return (
    <Decision
      call={approve}
      blocker={request.status === 'PENDING' ? null : decidedMeanwhile(request.status, request.decision?.staffName)}
      against="Reject"
      hindrance={request.hindrance}
      renderApproval={(dialog) => (
        <ActionDialog
          call={approve}
          request={() => ({ requestId })}
          title="Approve tier upgrade"
          subject={<WalletSubject prompt={`Are you sure you want to raise this wallet to ${tier}?`} wallet={wallet} />}
          action={{ text: 'Approve', busyText: 'Approving...' }}
          renderNotice={() =>
            requested && (
              <DecisionNotice
                merchantId={merchantId}
                notice={(businessName) => {
                  const raised = Math.max(request.wallet.tier, requested)
                  return tierApprovalNotice({ businessName, walletName, tier: raised })
                }}
              />
            )
          }
          {...dialog}
        />
      )}
      renderRefusal={(dialog) => (
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
          hint={hint}
          renderNotice={(reason) =>
            requested && (
              <DecisionNotice
                merchantId={merchantId}
                notice={(businessName) =>
                  tierRejectionNotice({ businessName, walletName, tier: requested }, reason || noReason)
                }
              />
            )
          }
          {...dialog}
        />
      )}
    />
  )
}
