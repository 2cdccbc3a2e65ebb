import { ListProvider, ListView } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { useRecord } from '../../record/define-record.ts'
import { FreezeBanner } from '../../record/freeze/freeze-banner.tsx'
import { FreezeButton } from '../../record/freeze/freeze-button.tsx'
import { LienBanner } from '../../record/lien/lien-banner.tsx'
import { LienButton } from '../../record/lien/lien-button.tsx'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { FrozenTag } from '../../status/frozen-tag.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { activity } from '../../status/statuses.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { Copyable } from '../../ui/code.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { childRecord, freezableChild } from './child-record.ts'
import { childTransactionList } from './child-transaction-list.tsx'

interface ChildTransactionsProps {
  accountId: string
  /** Breadcrumb, from the area down. */
  above: readonly { label: string; to: string }[]
}

/** One child account with its number, balance, holder and transactions. */
export function ChildTransactions({ accountId, above }: ChildTransactionsProps) {
  return (
    <ListProvider of={childTransactionList} with={{ childAccountId: accountId }}>
      <Child accountId={accountId} above={above} />
    </ListProvider>
  )
}

function Child({ accountId, above }: ChildTransactionsProps) {
  const found = childRecord.useFound(accountId)
  const account = found.record?.account
  return (
    <Record of={childRecord} from={found}>
      <FilledPage>
        <ChildHeader accountId={accountId} above={above} />
        <FreezeBanner of={account && freezableChild(account)} />
        <LienBanner of={account && freezableChild(account)} />
        <ListView of={childTransactionList} />
      </FilledPage>
    </Record>
  )
}

function ChildHeader({ accountId, above }: ChildTransactionsProps) {
  const { record, state } = useRecord(childRecord)
  const account = record?.account
  const freezable = account && freezableChild(account)
  return (
    <RecordHeader
      history={{ type: 'child_account', id: accountId }}
      above={above}
      here={account?.accountName ?? (account && accountId)}
      title={<RecordTitle>{account?.accountName ?? (state === 'loading' ? undefined : accountId)}</RecordTitle>}
      tags={
        account && (
          <>
            <StatusTag of={account.status} map={activity} />
            {account.isFrozen && <FrozenTag />}
          </>
        )
      }
      facts={account ? <Facts /> : state === 'loading' && <SkeletonBar width="320px" />}
      actions={
        freezable && (
          <>
            <FreezeButton of={freezable} />
            <LienButton of={freezable} />
          </>
        )
      }
    />
  )
}

function Facts() {
  const account = useRecord(childRecord).record?.account
  if (!account) return null
  const { accountNumber, bankName, balance, wallet, merchant } = account
  return (
    <>
      <Copyable value={accountNumber} label="Copy account number" toast="Account number copied successfully" />
      <span>{orEmpty(bankName)}</span>
      <span>Balance {formatNaira(balance)}</span>
      {wallet && <AccentLink to={paths.wallet(wallet.id)}>{wallet.accountName ?? wallet.id}</AccentLink>}
      <MerchantLink merchant={merchant} />
    </>
  )
}
