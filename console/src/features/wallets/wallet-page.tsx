import { contract } from '@kobo/contract'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useKnownWallet } from './use-known-wallet.ts'
import { WalletFailed, WalletMissing } from './wallet-absent.tsx'
import { WalletAccount } from './wallet-account.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { WalletHolder } from './wallet-holder.tsx'
import { WalletLimits } from './wallet-limits.tsx'
import classes from './wallet-page.module.css'
import { WalletRequest } from './wallet-request.tsx'
import { WalletSummary } from './wallet-summary.tsx'
import { WalletTabs } from './wallet-tabs.tsx'

interface WalletPageProps {
  walletId: string
  /** The list of what went in and out. */
  transactions: ReactNode
}

/** All that is known of one wallet; bars stand for what is still on its way. */
export function WalletPage({ walletId, transactions }: WalletPageProps) {
  const info = useCall(contract.wallets.info, { walletId })
  const known = useKnownWallet(walletId)
  if (info.error?.status === 404) return <WalletMissing />
  if (info.error && !info.data) return <WalletFailed again={() => void info.refetch()} />

  const wallet = info.data?.wallet
  const { refetch } = info
  return (
    <div className={classes.page} aria-busy={!wallet}>
      <div className={classes.wide}>
        <WalletHeader {...{ walletId, wallet, known, refetch }} />
      </div>
      <div className={classes.wide}>
        <WalletRequest {...{ walletId, wallet, refetch }} />
      </div>
      <div className={classes.wide}>
        <WalletAccount wallet={wallet} />
      </div>
      <div className={classes.stack}>
        <WalletSummary wallet={wallet} />
        <WalletLimits wallet={wallet} />
      </div>
      <WalletHolder wallet={wallet} />
      <div className={classes.wide}>
        <WalletTabs walletId={walletId} transactions={transactions} />
      </div>
    </div>
  )
}
