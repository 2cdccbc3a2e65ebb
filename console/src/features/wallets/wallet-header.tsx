import type { Wallet, WalletRow } from '@kobo/contract/wallets'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listDateTime } from '../../parts/dates.tsx'
import { StatusTag } from '../../parts/status-tag.tsx'
import { type StatusMap, walletStatus } from '../../parts/statuses.ts'
import { paths } from '../../paths.ts'
import { Bar } from '../../ui/bar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './wallet-header.module.css'
import { WalletSwitch } from './wallet-switch.tsx'

interface WalletHeaderProps {
  walletId: string
  wallet: Wallet | undefined
  /** What the list already told, to show until the wallet itself has come. */
  known: WalletRow | undefined
  refetch: () => Promise<unknown>
}

/** Whose wallet it is, where it stands and whether it may pay. */
export function WalletHeader({ walletId, wallet, known, refetch }: WalletHeaderProps) {
  const told = wallet ?? known
  return (
    <header>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Link to={paths.wallets()}>Wallets</Link>
        <IconChevronRight size={14} aria-hidden />
        <span aria-current="page">{told?.accountName ?? walletId}</span>
      </nav>
      <div className={classes.identity}>
        <div className={classes.words}>
          <div className={classes.line}>
            {told ? (
              <h1 className={classes.name}>{told.accountName}</h1>
            ) : (
              <div className={classes.name}>
                <Bar width="260px" height="20px" />
              </div>
            )}
            {told && <StatusTag of={told.status} map={walletStatus} />}
            {told && <span className={classes.tier}>Tier {told.tier}</span>}
            {wallet?.postNoDebit && <StatusTag of="Post No Debit" map={hold} />}
          </div>
          <div className={classes.line}>
            <span className={classes.id}>{walletId}</span>
            <CopyButton value={walletId} label="Copy wallet ID" toast="Wallet ID copied successfully" />
            {told && <span className={classes.created}>Created {listDateTime(told.createdAt)}</span>}
          </div>
        </div>
        {wallet && <WalletSwitch wallet={wallet} refetch={refetch} />}
      </div>
    </header>
  )
}

/** What keeps a wallet from paying is shown in its own words. */
const hold: StatusMap = { known: {}, other: { tone: 'red' } }
