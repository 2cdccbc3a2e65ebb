import { childAccounts } from '@kobo/contract/child-accounts'
import { merchants } from '@kobo/contract/merchants'
import { List } from '../../list/list.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { ChildTransactions } from './child-transactions.tsx'
import { aboveHolder, HolderHeader } from './holder-header.tsx'
import { merchantChildrenList } from './children-list.tsx'

const holder = defineRecord(merchants.info, (reply) => reply.merchant, {
  back: { text: 'Back to child accounts', to: paths.childAccount() },
  known: { calls: [childAccounts.merchants], rows: (reply) => reply.merchants },
})
const tab = { status: 'merchants', label: 'Merchants' } as const

/** A merchant's own child accounts, and the transactions of the one in the search params. */
export function MerchantChildrenPage({ merchantId }: { merchantId: string }) {
  const { accountId } = useSearchParams().search
  return (
    <Record of={holder} from={holder.useFound(merchantId)}>
      {accountId === undefined ? (
        <FilledPage>
          <Header merchantId={merchantId} />
          <List of={merchantChildrenList} with={{ merchantId }} />
        </FilledPage>
      ) : (
        <Chosen key={accountId} accountId={accountId} merchantId={merchantId} />
      )}
    </Record>
  )
}

function useName(): string | undefined {
  const { record, known } = useRecord(holder)
  return record?.businessName ?? known?.businessName
}

function Header({ merchantId }: { merchantId: string }) {
  const businessName = useName()
  const merchant = { id: merchantId, businessName: 'Open merchant page' }
  return <HolderHeader tab={tab} name={businessName} facts={<MerchantLink merchant={merchant} />} />
}

function Chosen({ accountId, merchantId }: { accountId: string; merchantId: string }) {
  const here = { label: useName() ?? merchantId, to: paths.merchantChildren(merchantId) }
  return <ChildTransactions accountId={accountId} above={[...aboveHolder(tab), here]} />
}
