import { listDateTime } from '../../../ui/dates.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { FreezeButton } from '../../../record/freeze/freeze-button.tsx'
import { LienButton } from '../../../record/lien/lien-button.tsx'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordId, RecordTitle } from '../../../record/record-title.tsx'
import type { TabsOfRecord } from '../../../record/use-record-tabs.ts'
import { FrozenTag } from '../../../status/frozen-tag.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { type StatusMap, walletStatus } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { freezableWallet, walletRecord } from '../wallet-record.ts'
import classes from './wallet-header.module.css'
import { WalletSwitch } from './wallet-switch.tsx'

/** Holder, status and actions of a wallet. */
export function WalletHeader({ walletId, tabs }: { walletId: string; tabs: TabsOfRecord }) {
  const { record: wallet, known } = useRecord(walletRecord)
  const shown = wallet ?? known
  const freezable = wallet && freezableWallet(wallet)
  return (
    <RecordHeader
      tabs={tabs}
      history={{ type: 'wallet', id: walletId }}
      above={[{ label: 'Wallets', to: paths.wallets() }]}
      here={shown?.accountName ?? (shown && walletId)}
      title={<RecordTitle>{shown?.accountName}</RecordTitle>}
      tags={
        shown && (
          <>
            <StatusTag of={shown.status} map={walletStatus} />
            <span className={classes.tier}>Tier {shown.tier}</span>
            {shown.isFrozen && <FrozenTag />}
            {wallet?.postNoDebit && <StatusTag of="Post No Debit" map={hold} />}
          </>
        )
      }
      facts={
        <>
          <RecordId>{walletId}</RecordId>
          <CopyButton value={walletId} label="Copy wallet ID" toast="Wallet ID copied successfully" />
          {shown && <span>Created {listDateTime(shown.createdAt)}</span>}
        </>
      }
      actions={
        wallet && (
          <>
            <WalletSwitch wallet={wallet} />
            {freezable && <FreezeButton of={freezable} />}
            {freezable && <LienButton of={freezable} />}
          </>
        )
      }
    />
  )
}

/** Shows a debit restriction under its own label. */
const hold: StatusMap = { known: {}, other: { tone: 'red' } }
