import type { ReactNode } from 'react'
import { List } from '../../../list/list.tsx'
import { AccountFigures } from '../../../money/account-figures.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { FreezeBanner } from '../../../record/freeze/freeze-banner.tsx'
import { LienBanner } from '../../../record/lien/lien-banner.tsx'
import { Record } from '../../../record/record.tsx'
import { RecordPage, RecordSections, Stack, Wide } from '../../../record/record-page.tsx'
import { RecordTabs } from '../../../record/record-tabs.tsx'
import { useRecordTabs } from '../../../record/use-record-tabs.ts'
import { WalletRequest } from '../request/wallet-request.tsx'
import { freezableWallet, walletRecord } from '../wallet-record.ts'
import { walletRequestList } from '../wallet-request-list.tsx'
import { WalletHeader } from './wallet-header.tsx'
import { WalletHolder } from './wallet-holder.tsx'
import { WalletLimits } from './wallet-limits.tsx'
import { WalletSummary } from './wallet-summary.tsx'

/** Search params that a change of tab keeps, so that the request to decide stays on the page. */
const requestKeys = ['request', 'requestId', 'walletStatus']

interface WalletPageProps {
  walletId: string
  /** Transaction list of the wallet. */
  transactions: ReactNode
}

/** Page of one wallet; skeletons replace parts that are loading. */
export function WalletPage({ walletId, transactions }: WalletPageProps) {
  const requests = <List of={walletRequestList} with={{ walletId }} />
  const tabs = useRecordTabs(
    'Wallet sections',
    [
      { status: 'transactions', label: 'Transactions', content: transactions, isList: true },
      { status: 'requests', label: 'Tier requests', content: requests, isList: true },
    ],
    requestKeys,
  )
  const found = walletRecord.useFound(walletId)
  return (
    <Record of={walletRecord} from={found}>
      <RecordPage>
        <WalletHeader {...{ walletId, tabs }} />
        <FreezeBanner of={found.record && freezableWallet(found.record)} />
        <LienBanner of={found.record && freezableWallet(found.record)} />
        <RecordSections of={walletRecord}>
          <Wide>
            <WalletRequest walletId={walletId} />
          </Wide>
          <Wide>
            <WalletAccount />
          </Wide>
          <Stack grows="last">
            <WalletSummary />
            <WalletLimits />
          </Stack>
          <WalletHolder />
        </RecordSections>
        <RecordTabs of={tabs} />
      </RecordPage>
    </Record>
  )
}

/** The wallet's account number and balances. */
function WalletAccount() {
  const { record: wallet } = useRecord(walletRecord)
  return (
    <AccountFigures
      loading={wallet === undefined}
      accountNumber={wallet?.accountNumber}
      available={wallet?.availableBalance}
      booked={wallet?.bookedBalance}
    />
  )
}
