import { merchants } from '@kobo/contract/merchants'
import { subAccounts } from '@kobo/contract/sub-accounts'
import { List } from '../../list/list.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { subAccountList } from './sub-account-list.tsx'

const owner = defineRecord(merchants.info, (reply) => reply.merchant, {
  back: { text: 'Back to sub accounts', to: paths.subAccounts() },
  known: { calls: [subAccounts.merchants], rows: (reply) => reply.merchants },
})

/** Page of a merchant's sub-accounts. */
export function MerchantSubAccountsPage({ merchantId }: { merchantId: string }) {
  return (
    <Record of={owner} from={owner.useFound(merchantId)}>
      <FilledPage>
        <Header merchantId={merchantId} />
        <List of={subAccountList} with={{ merchantId }} />
      </FilledPage>
    </Record>
  )
}

function Header({ merchantId }: { merchantId: string }) {
  const { record, known } = useRecord(owner)
  const name = record?.businessName ?? known?.businessName
  return (
    <RecordHeader
      above={[{ label: 'Sub Accounts', to: paths.subAccounts() }]}
      here={name ?? (record && merchantId)}
      title={<RecordTitle>{name}</RecordTitle>}
      facts={<MerchantLink merchant={{ id: merchantId, businessName: 'Open merchant page' }} />}
    />
  )
}
