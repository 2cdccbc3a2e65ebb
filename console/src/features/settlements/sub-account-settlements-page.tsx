import { type SubAccount, subAccounts } from '@kobo/contract/sub-accounts'
import { Button } from '@mantine/core'
import { List } from '../../list/list.tsx'
import { formatNaira } from '../../money/naira.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import type { Freezable } from '../../record/freeze/freezable.ts'
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
import { Copyable } from '../../ui/code.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { preloadOnIntent } from '../../ui/preload.ts'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { subAccountSettlementList } from './settlement-list.tsx'

const partner = defineRecord(subAccounts.info, (reply) => reply.subaccount, {
  name: 'sub-account',
  back: { text: 'Back to sub accounts', to: paths.subAccounts() },
  known: { calls: [subAccounts.list], rows: (reply) => reply.subaccounts },
})

/** Page of a sub-account's settlements. */
export function SubAccountSettlementsPage({ merchantId, subAccountId }: { merchantId: string; subAccountId: string }) {
  const found = partner.useFound(subAccountId)
  return (
    <Record of={partner} from={found}>
      <FilledPage>
        <Header merchantId={merchantId} subAccountId={subAccountId} />
        <FreezeBanner of={found.record && freezableOf(found.record, merchantId)} />
        <LienBanner of={found.record && freezableOf(found.record, merchantId)} />
        <List of={subAccountSettlementList} with={{ subaccountId: subAccountId }} />
      </FilledPage>
    </Record>
  )
}

function Header({ merchantId, subAccountId }: { merchantId: string; subAccountId: string }) {
  const { record, known } = useRecord(partner)
  const subAccount = record ?? known
  const owner = subAccount?.merchant?.businessName ?? merchantId
  return (
    <RecordHeader
      history={{ type: 'subaccount', id: subAccountId }}
      above={[
        { label: 'Sub Accounts', to: paths.subAccounts() },
        { label: owner, to: paths.merchantSubAccounts(merchantId) },
      ]}
      here={subAccount?.name ?? (subAccount && subAccountId)}
      title={<RecordTitle>{subAccount?.name}</RecordTitle>}
      tags={
        subAccount && (
          <>
            <StatusTag of={subAccount.status} map={activity} />
            {subAccount.isFrozen && <FrozenTag />}
          </>
        )
      }
      facts={
        subAccount && (
          <>
            <Copyable
              value={subAccount.accountNumber}
              label="Copy account number"
              toast="Account number copied successfully"
            />
            <span>{orEmpty(subAccount.bankName)}</span>
            <span>Balance {formatNaira(subAccount.balance)}</span>
            <MerchantLink merchant={subAccount.merchant} />
          </>
        )
      }
      actions={
        <>
          {record && <FreezeButton of={freezableOf(record, merchantId)} />}
          {record && <LienButton of={freezableOf(record, merchantId)} />}
          <SplitReceiptsButton />
        </>
      }
    />
  )
}

function freezableOf({ id, name, isFrozen }: SubAccount, merchantId: string): Freezable {
  return { kind: 'SUBACCOUNT', merchantId, accountId: id, name, isFrozen }
}

const SplitReceipts = lazyComponent(() => import('./split-receipts.tsx'), 'SplitReceipts', { over: true })
const key = 'receipts'

/** Opens the sample receipts of splits. */
function SplitReceiptsButton() {
  const address = useSearchParams()
  return (
    <>
      <Button
        variant="default"
        onClick={() => address.open(address.with({ [key]: 'sample' }))}
        {...preloadOnIntent(SplitReceipts.load)}
      >
        Split Receipts
      </Button>
      {address.search[key] !== undefined && <SplitReceipts onClose={() => address.close(key)} />}
    </>
  )
}
