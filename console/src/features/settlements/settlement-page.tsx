import { ListProvider, ListView } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { useRecord } from '../../record/define-record.ts'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { settlement as settlementStatus } from '../../status/statuses.ts'
import { AccentLink } from '../../ui/accent-link.tsx'
import { Bar } from '../../ui/bar.tsx'
import classes from './settlement-page.module.css'
import { settlementRecord } from './settlement-record.ts'
import { settlementTransactionList } from './settlement-transaction-list.tsx'

interface SettlementPageProps {
  settlementId: string
  /** Whose it is, where the address says so. */
  of?: { merchantId: string; subAccountId: string }
}

/** One settlement and the collections that it pays out. */
export function SettlementPage({ settlementId, of }: SettlementPageProps) {
  return (
    <ListProvider of={settlementTransactionList} with={{ settlementId }}>
      <Settled settlementId={settlementId} {...(of && { of })} />
    </ListProvider>
  )
}

function Settled({ settlementId, of }: SettlementPageProps) {
  const above = of
    ? [
        { label: 'Sub Accounts', to: paths.subAccounts() },
        { label: 'Merchant', to: paths.merchantSubAccounts(of.merchantId) },
        { label: 'Settlements', to: paths.subAccountSettlements(of.merchantId, of.subAccountId) },
      ]
    : [{ label: 'Settlements', to: paths.settlements() }]
  return (
    <Record of={settlementRecord} from={settlementRecord.useFound(settlementId)}>
      <div className={classes.page}>
        <Header settlementId={settlementId} above={above} />
        <ListView of={settlementTransactionList} />
      </div>
    </Record>
  )
}

function Header({ settlementId, above }: { settlementId: string; above: readonly { label: string; to: string }[] }) {
  const { record, state } = useRecord(settlementRecord)
  const settlement = record?.settlement
  const name = settlement && `Settlement of ${formatNaira(settlement.amount)}`
  return (
    <RecordHeader
      above={above}
      here={name ?? settlementId}
      title={<RecordTitle>{name ?? (state === 'loading' ? undefined : settlementId)}</RecordTitle>}
      tags={settlement && <StatusTag of={settlement.status} map={settlementStatus} />}
      facts={settlement ? <Facts /> : state === 'loading' && <Bar width="320px" />}
    />
  )
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
