import { contract } from '@kobo/contract'
import type { ReactNode } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { RecordPage, Stack, Wide } from '../../../record/record-page.tsx'
import { useKnownWallet } from './use-known-wallet.ts'
import { WalletFailed, WalletMissing } from './wallet-absent.tsx'
import { WalletAccount } from './wallet-account.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { WalletHolder } from './wallet-holder.tsx'
import { WalletLimits } from './wallet-limits.tsx'
import { WalletRequest } from '../request/wallet-request.tsx'
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
  return (
    <RecordPage busy={!wallet}>
      <Wide>
        <WalletHeader {...{ walletId, wallet, known }} />
      </Wide>
      <Wide>
        <WalletRequest {...{ walletId, wallet }} />
      </Wide>
      <Wide>
        <WalletAccount wallet={wallet} />
      </Wide>
      <Stack grows="last">
        <WalletSummary wallet={wallet} />
        <WalletLimits wallet={wallet} />
      </Stack>
      <WalletHolder wallet={wallet} />
      <Wide>
        <WalletTabs walletId={walletId} transactions={transactions} />
      </Wide>
    </RecordPage>
  )
}
