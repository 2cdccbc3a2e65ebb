import { wallets } from '@kobo/contract/wallets'
import { type WalletUpgradeRow, walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { IconFileUnknown } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import type { PanelProps } from '../../../list/define-list.ts'
import type { ListRow } from '../../../list/list-call.ts'
import { QueueBar } from '../../../list/queue/queue-bar.tsx'
import { QueueContext } from '../../../list/queue/use-queue.ts'
import { paths } from '../../../paths.ts'
import { QueryContent } from '../../../record/query-content.tsx'
import { RecordButtons } from '../../../record/record-buttons.tsx'
import { PanelInQueue, PanelSteps } from '../../../record/panel-pager.tsx'
import { WorkBar } from '../../../record/work/work-bar.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { walletUpgrade } from '../../../status/statuses.ts'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { PanelMoment } from '../../../ui/dates.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { StateView } from '../../../ui/state-view.tsx'
import classes from './wallet-request.module.css'
import { RequestDecision } from './wallet-request.tsx'
import { WalletRequestActions } from './wallet-request-actions.tsx'
import { WalletRequestChange } from './wallet-request-change.tsx'

/** Side panel of a tier upgrade request: the change, its blocker and the decision. */
export function WalletRequestPanel(props: PanelProps<WalletUpgradeRow>) {
  return (
    <PanelInQueue id={props.id}>
      <RequestPanel {...props} />
    </PanelInQueue>
  )
}

function RequestPanel({ id, row, loading, onClose }: PanelProps<WalletUpgradeRow>) {
  const queue = use(QueueContext)
  const request = useRequest(id, row ?? (isRequest(queue?.row) ? queue.row : undefined))
  const walletId = request?.wallet.id
  const found = useApiQuery(wallets.info, walletId === undefined ? null : { walletId })
  const wallet = found.data?.wallet
  const isOpen = request?.status === 'PENDING'
  return (
    <SidePanel
      title="Tier upgrade request"
      onClose={onClose}
      aside={<PanelSteps id={id} />}
      tools={<RecordButtons of={{ type: 'wallet_upgrade', id }} />}
      bar={<WorkBar of={{ type: 'wallet_upgrade', id }} place="panel" />}
      footer={request && wallet && <WalletRequestActions request={request} wallet={wallet} />}
    >
      <QueueBar />
      {request || loading || queue?.state === 'loading' ? (
        <>
          {isOpen && request.hindrance && (
            <div className={classes.hindrance}>
              <ErrorAlert alert={request.hindrance} />
            </div>
          )}
          <Fields of={request} fields={fields} />
          {request && !isOpen ? (
            <RequestDecision of={request} />
          ) : (
            <QueryContent from={found} skeleton={<WalletRequestChange request={undefined} wallet={undefined} />}>
              {(reply) => <WalletRequestChange request={request} wallet={reply.wallet} />}
            </QueryContent>
          )}
        </>
      ) : (
        <StateView
          icon={<IconFileUnknown size={22} />}
          text="This request is not on this page"
          action={{ text: 'Close', onClick: onClose }}
        />
      )}
    </SidePanel>
  )
}

/** The rows of the queue are the list's, of any page. */
function isRequest(row: ListRow | undefined): row is WalletUpgradeRow {
  return row !== undefined && 'wallet' in row
}

/** Returns the request from the list's row; once the row has left the list, requests it by its wallet. */
function useRequest(id: string, row: WalletUpgradeRow | undefined): WalletUpgradeRow | undefined {
  const [known, setKnown] = useState(row)
  if (row && row !== known) setKnown(row)
  const isOffList = row === undefined && known !== undefined
  const query = isOffList ? { walletId: known.wallet.id, page: 1, size: 1000 } : null
  const { data } = useApiQuery(walletUpgrades.list, query)
  // Keeps the known request while loading, because the operator may be typing a reason.
  return row ?? data?.upgrades.find((upgrade) => upgrade.id === id) ?? (known?.id === id ? known : undefined)
}

const fields: FieldOf<WalletUpgradeRow>[] = [
  ['Wallet', ({ wallet }) => <AccentLink to={paths.wallet(wallet.id)}>{wallet.accountName}</AccentLink>],
  ['Merchant', ({ merchant }) => orEmpty(merchant?.businessName)],
  ['Status', ({ status }) => <StatusTag of={status} map={walletUpgrade} />],
  ['Date created', ({ createdAt }) => <PanelMoment at={createdAt} />],
]
