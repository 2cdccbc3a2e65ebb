import type { Wallet, WalletRow } from '@kobo/contract/wallets'
import { listDateTime } from '../../../ui/dates.tsx'
import { RecordHeader, RecordId, RecordTitle } from '../../../record/record-header.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { type StatusMap, walletStatus } from '../../../status/statuses.ts'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import classes from './wallet-header.module.css'
import { WalletSwitch } from './wallet-switch.tsx'

interface WalletHeaderProps {
  walletId: string
  wallet: Wallet | undefined
  /** What the list already told, to show until the wallet itself has come. */
  known: WalletRow | undefined
}

/** Whose wallet it is, where it stands and whether it may pay. */
export function WalletHeader({ walletId, wallet, known }: WalletHeaderProps) {
  const told = wallet ?? known
  return (
    <RecordHeader
      above={[{ label: 'Wallets', to: paths.wallets() }]}
      here={told?.accountName ?? walletId}
      title={<RecordTitle>{told?.accountName}</RecordTitle>}
      tags={
        told && (
          <>
            <StatusTag of={told.status} map={walletStatus} />
            <span className={classes.tier}>Tier {told.tier}</span>
            {wallet?.postNoDebit && <StatusTag of="Post No Debit" map={hold} />}
          </>
        )
      }
      facts={
        <>
          <RecordId>{walletId}</RecordId>
          <CopyButton value={walletId} label="Copy wallet ID" toast="Wallet ID copied successfully" />
          {told && <span>Created {listDateTime(told.createdAt)}</span>}
        </>
      }
      actions={wallet && <WalletSwitch wallet={wallet} />}
    />
  )
}

/** What keeps a wallet from paying is shown in its own words. */
const hold: StatusMap = { known: {}, other: { tone: 'red' } }
