import type { Settlement } from '@kobo/contract/settlements'
import { ListProvider, ListView } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { settlement as settlementStatus } from '../../status/statuses.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { RetryButton } from './retry-settlement.tsx'
import { settlementRecord } from './settlement-record.ts'
import { settlementTransactionList } from './settlement-transaction-list.tsx'

interface SettlementPageProps {
  settlementId: string
  /** Merchant and sub-account, if the path contains them. */
  merchantId?: string
  subAccountId?: string
}

/** Page of one settlement and its collections. */
export function SettlementPage(props: SettlementPageProps) {
  return (
    <ListProvider of={settlementTransactionList} with={{ settlementId: props.settlementId }}>
      <Settled {...props} />
    </ListProvider>
  )
}

function Settled(props: SettlementPageProps) {
  return (
    <Record of={settlementRecord} from={settlementRecord.useFound(props.settlementId)}>
      <FilledPage>
        <Header {...props} />
        <ListView of={settlementTransactionList} />
      </FilledPage>
    </Record>
  )
}

function Header({ settlementId, merchantId, subAccountId }: SettlementPageProps) {
  const { record, state } = useRecord(settlementRecord)
  const settlement = record?.settlement
  const name = settlement && `Settlement of ${formatNaira(settlement.amount)}`
  return (
    <RecordHeader
      history={{ type: 'settlement', id: settlementId }}
      above={breadcrumb(settlement, merchantId, subAccountId)}
      here={name}
      title={<RecordTitle>{name ?? (state === 'loading' ? undefined : settlementId)}</RecordTitle>}
      tags={settlement && <StatusTag of={settlement.status} map={settlementStatus} />}
      facts={settlement ? <Facts /> : state === 'loading' && <SkeletonBar width="320px" />}
      actions={settlement && <RetryButton settlement={settlement} />}
    >
      {settlement?.retryBlocker && <p>{settlement.retryBlocker}.</p>}
    </RecordHeader>
  )
}

/** Returns the breadcrumb: below the sub-account, or below all settlements. */
function breadcrumb(settlement: Settlement | undefined, merchantId?: string, subAccountId?: string) {
  if (merchantId === undefined || subAccountId === undefined) {
    return [{ label: 'Settlements', to: paths.settlements() }]
  }
  return [
    { label: 'Sub Accounts', to: paths.subAccounts() },
    { label: settlement?.merchant?.businessName ?? 'Merchant', to: paths.merchantSubAccounts(merchantId) },
    { label: settlement?.subAccount?.name ?? 'Sub account', to: paths.subAccountSettlements(merchantId, subAccountId) },
  ]
}

function Facts() {
  const settlement = useRecord(settlementRecord).record?.settlement
  if (!settlement) return null
  const { merchant, subAccount, reason, transactionId } = settlement
  return (
    <>
      {subAccount?.name && <span>{subAccount.name}</span>}
      <MerchantLink merchant={merchant} />
      {transactionId && <AccentLink to={paths.transaction(transactionId)}>Open transaction page</AccentLink>}
      {reason && <span>{reason}</span>}
    </>
  )
}
