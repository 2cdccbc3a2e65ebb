import { type LedgerPosition, ledger } from '@kobo/contract/ledger'
import { List } from '../../list/list.tsx'
import { Naira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordPage, RecordSections, Wide } from '../../record/record-page.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { type TabsOfRecord, useRecordTabs } from '../../record/use-record-tabs.ts'
import { StatusTag } from '../../status/status-tag.tsx'
import { AccentLink } from '../../ui/accent-link.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { Copyable } from '../../ui/code.tsx'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { AccountHistory } from './account-history.tsx'
import { entryList } from './entry-list.tsx'
import { activity } from '../../status/statuses.ts'

/** Ledger account on a day; the record id is `accountId/day`, or the account id alone for today. */
const accountRecord = defineRecord(ledger.account, (reply) => reply.account, {
  name: 'ledger account',
  back: { text: 'Back to ledger position', to: paths.ledgerPosition() },
  request: (idAndDay) => {
    const [accountId = '', date] = idAndDay.split('/')
    return { accountId, ...(date && { date }) }
  },
})

/** Page of one ledger account: position at the end of the range, or today without one, history and entries. */
export function LedgerAccountPage({ accountId }: { accountId: string }) {
  const { endDate } = useSearchParams().search
  const entries = <List of={entryList} with={{ accountId }} />
  const tabs = useRecordTabs('Account sections', [
    { status: 'entries', label: 'Entries', content: entries, isList: true },
  ])
  const found = accountRecord.useFound([accountId, endDate].filter(Boolean).join('/'))
  return (
    <Record of={accountRecord} from={found}>
      <RecordPage>
        <Header accountId={accountId} tabs={tabs} />
        <RecordSections of={accountRecord}>
          <Wide>
            <Position />
          </Wide>
          <Wide>
            <AccountHistory accountId={accountId} />
          </Wide>
        </RecordSections>
        <RecordTabs of={tabs} />
      </RecordPage>
    </Record>
  )
}

function Header({ accountId, tabs }: { accountId: string; tabs: TabsOfRecord }) {
  const { record: account, state } = useRecord(accountRecord)
  const name = account && (account.name ?? account.merchant?.businessName ?? accountId)
  return (
    <RecordHeader
      tabs={tabs}
      above={[{ label: 'Ledger Position', to: paths.ledgerPosition(tabOf(account)) }]}
      here={name}
      title={<RecordTitle>{name ?? (state === 'loading' ? undefined : accountId)}</RecordTitle>}
      tags={account && <StatusTag of={account.status} map={activity} />}
      facts={account && <Facts of={account} />}
    />
  )
}

function Facts({ of: { accountNumber, merchant, walletId, kind } }: { of: LedgerPosition }) {
  return (
    <>
      {accountNumber && (
        <Copyable value={accountNumber} label="Copy account number" toast="Account number copied successfully" />
      )}
      {walletId && kind === 'WALLET' && <AccentLink to={paths.wallet(walletId)}>Open wallet page</AccentLink>}
      {merchant && <MerchantLink merchant={merchant} />}
    </>
  )
}

/** Returns the tab that lists accounts of this kind. */
function tabOf(account: LedgerPosition | undefined) {
  const status = account?.kind ? (tabs[account.kind] ?? 'provider') : undefined
  return status === undefined ? {} : { status }
}

const tabs: Readonly<{ [kind: string]: string }> = {
  MERCHANT: 'merchants',
  WALLET: 'wallets',
  CHILD: 'child-accounts',
  SUBACCOUNT: 'sub-accounts',
  STORE: 'stores',
  TERMINAL: 'terminals',
}

const fields: readonly FieldOf<LedgerPosition>[] = [
  ['Opening balance', (account) => <Naira amount={account.openingBalance} />],
  ['Credit', (account) => <Naira amount={account.credit} />],
  ['Debit', (account) => <Naira amount={account.debit} />],
  ['Closing balance', (account) => <Naira amount={account.closingBalance} />],
  ['Available balance', (account) => <Naira amount={account.availableBalance} />],
  ['Date', (account) => formatDay(account.date)],
]

function Position() {
  const { record } = useRecord(accountRecord)
  return (
    <Section title="Position">
      <Fields of={record} fields={fields} />
    </Section>
  )
}
