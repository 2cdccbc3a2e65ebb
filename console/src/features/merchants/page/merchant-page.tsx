import { contract } from '@kobo/contract'
import { useCall } from '../../../api/use-call.ts'
import { RecordPage, Stack, Wide } from '../../../record/record-page.tsx'
import { MerchantAccount } from './merchant-account.tsx'
import { MerchantBusiness } from './merchant-business.tsx'
import { MerchantBvn } from './merchant-bvn.tsx'
import { MerchantDirectors } from './merchant-directors.tsx'
import { MerchantConsentForm, MerchantDocumentation } from './merchant-documents.tsx'
import { MerchantFailed } from './merchant-failed.tsx'
import { MerchantFlags } from './merchant-flags.tsx'
import { MerchantHeader } from './merchant-header.tsx'
import { MerchantMissing } from './merchant-missing.tsx'
import { MerchantOwner } from './merchant-owner.tsx'
import { MerchantServices } from './merchant-services.tsx'
import { MerchantSettlement } from './merchant-settlement.tsx'
import { MerchantStages } from './merchant-stages.tsx'
import { type MerchantTab, MerchantTabs } from './merchant-tabs.tsx'
import { useKnownMerchant } from './use-known-merchant.ts'

interface MerchantPageProps {
  merchantId: string
  /** What stands at the bottom of the page; the first one shows when the address names none of them. */
  tabs: readonly [MerchantTab, ...MerchantTab[]]
}

/** All that is known of one merchant; bars stand for what is still on its way. */
export function MerchantPage({ merchantId, tabs }: MerchantPageProps) {
  const info = useCall(contract.merchants.info, { merchantId })
  const known = useKnownMerchant(merchantId)
  if (info.error?.status === 404) return <MerchantMissing />
  if (info.error && !info.data) return <MerchantFailed again={() => void info.refetch()} />

  const merchant = info.data?.merchant
  return (
    <RecordPage busy={!merchant}>
      <Wide>
        <MerchantHeader {...{ merchantId, merchant, known }} />
      </Wide>
      <Wide>
        <MerchantAccount merchant={merchant} />
      </Wide>
      <Wide>
        <MerchantFlags merchant={merchant} readAt={info.dataUpdatedAt} />
      </Wide>
      <MerchantBvn merchantId={merchantId} />
      <MerchantOwner merchant={merchant} />
      <Wide>
        <MerchantStages merchant={merchant} />
      </Wide>
      <MerchantBusiness merchant={merchant} />
      <Stack grows="first">
        <MerchantDocumentation merchant={merchant} />
        <MerchantConsentForm merchant={merchant} />
      </Stack>
      <Wide>
        <MerchantDirectors merchantId={merchantId} merchant={merchant} />
      </Wide>
      <MerchantSettlement merchantId={merchantId} />
      <MerchantServices merchant={merchant} />
      <Wide>
        <MerchantTabs tabs={tabs} />
      </Wide>
    </RecordPage>
  )
}
