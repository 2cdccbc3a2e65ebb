import { childAccounts } from '@kobo/contract/child-accounts'
import { wallets } from '@kobo/contract/wallets'
import { List } from '../../list/list.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { activity } from '../../status/statuses.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { ChildTransactions } from './child-transactions.tsx'
import { customerChildrenList } from './children-list.tsx'
import { aboveHolder, HolderHeader } from './holder-header.tsx'

const holder = defineRecord(wallets.info, (reply) => reply.wallet, {
  back: { text: 'Back to child accounts', to: paths.childAccount({ status: 'customers' }) },
  known: { calls: [childAccounts.wallets], rows: (reply) => reply.wallets },
})
const tab = { status: 'customers', label: 'Customers' } as const

/** A customer's child accounts, and the transactions of the one in the search params. */
export function CustomerChildrenPage({ walletId }: { walletId: string }) {
  const { accountId } = useSearchParams().search
  return (
    <Record of={holder} from={holder.useFound(walletId)}>
      {accountId === undefined ? (
        <FilledPage>
          <Header walletId={walletId} />
          <List of={customerChildrenList} with={{ walletId }} />
        </FilledPage>
      ) : (
        <Chosen key={accountId} accountId={accountId} walletId={walletId} />
      )}
    </Record>
  )
}

function Header({ walletId }: { walletId: string }) {
  const { record, known } = useRecord(holder)
  const wallet = record ?? known
  return (
    <HolderHeader
      tab={tab}
      name={wallet?.accountName}
      tags={wallet && <StatusTag of={wallet.status} map={activity} />}
      facts={
        <>
          <AccentLink to={paths.wallet(walletId)}>Open wallet page</AccentLink>
          {wallet && <MerchantLink merchant={wallet.merchant} />}
        </>
      }
    />
  )
}

function Chosen({ accountId, walletId }: { accountId: string; walletId: string }) {
  const { record, known } = useRecord(holder)
  const here = { label: (record ?? known)?.accountName ?? walletId, to: paths.customerChildren(walletId) }
  return <ChildTransactions accountId={accountId} above={[...aboveHolder(tab), here]} />
}
