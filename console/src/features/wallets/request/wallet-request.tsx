import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { useSearchParams } from '../../../ui/use-search-params.ts'
import { PanelMoment } from '../../../ui/dates.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { RecordButtons } from '../../../record/record-buttons.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { walletUpgrade } from '../../../status/statuses.ts'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { walletRecord } from '../wallet-record.ts'
import classes from './wallet-request.module.css'
import { WalletRequestActions } from './wallet-request-actions.tsx'
import { WalletRequestChange } from './wallet-request-change.tsx'

/** Tier upgrade request named in the search params, to be decided or with its decision. */
export function WalletRequest({ walletId }: { walletId: string }) {
  const { record: wallet, pollMs } = useRecord(walletRecord)
  const { search } = useSearchParams()
  const requestId = search.request === 'UPGRADE' ? search.requestId : undefined
  const requests = useApiQuery(walletUpgrades.list, requestId ? { walletId, page: 1, size: 1000 } : null, {
    pollMs,
  })
  if (!requestId) return null

  const request = requests.data?.upgrades.find((upgrade) => upgrade.id === requestId)
  return (
    <Section title="Tier upgrade request" aside={request && <RequestAside of={request} />}>
      <QueryContent from={requests} skeleton={<WalletRequestChange request={undefined} wallet={undefined} />}>
        {() => {
          if (!request) return <SectionBody>Request not found for this wallet</SectionBody>
          return (
            <>
              {request.status === 'PENDING' ? (
                <WalletRequestChange request={request} wallet={wallet} />
              ) : (
                <RequestDecision of={request} />
              )}
              {wallet && (
                <div className={classes.actions}>
                  <WalletRequestActions request={request} wallet={wallet} />
                </div>
              )}
            </>
          )
        }}
      </QueryContent>
    </Section>
  )
}

/** Status of a request, and what colleagues noted on it. */
function RequestAside({ of: { id, status } }: { of: WalletUpgradeRow }) {
  return (
    <div className={classes.aside}>
      <StatusTag of={status} map={walletUpgrade} />
      <RecordButtons of={{ type: 'wallet_upgrade', id }} />
    </div>
  )
}

/** Operator, time and reason of the decision. */
export function RequestDecision({ of: { status, decision, requestedTier } }: { of: WalletUpgradeRow }) {
  const sentence = `The request${requestedTier ? ` for tier ${requestedTier}` : ''} is ${status}`
  if (!decision) return <SectionBody>{sentence}</SectionBody>
  return (
    <SectionBody>
      {sentence}: decided by <strong>{decision.staffName}</strong> on <PanelMoment at={decision.decidedAt} />
      {decision.reason && `: ${decision.reason}`}
    </SectionBody>
  )
}
