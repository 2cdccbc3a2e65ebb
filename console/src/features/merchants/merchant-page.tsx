import { contract } from '@kobo/contract'
import { useCall } from '../../api/use-call.ts'
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
import classes from './merchant-page.module.css'
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
  const { refetch } = info
  return (
    <div className={classes.page} aria-busy={!merchant}>
      <div className={classes.wide}>
        <MerchantHeader {...{ merchantId, merchant, known, refetch }} />
      </div>
      <div className={classes.wide}>
        <MerchantAccount merchant={merchant} />
      </div>
      <div className={classes.wide}>
        <MerchantFlags merchant={merchant} readAt={info.dataUpdatedAt} refetch={refetch} />
      </div>
      <MerchantBvn merchantId={merchantId} />
      <MerchantOwner merchant={merchant} />
      <div className={classes.wide}>
        <MerchantStages merchant={merchant} />
      </div>
      <MerchantBusiness merchant={merchant} />
      <div className={classes.stack}>
        <MerchantDocumentation merchant={merchant} />
        <MerchantConsentForm merchant={merchant} />
      </div>
      <div className={classes.wide}>
        <MerchantDirectors merchantId={merchantId} merchant={merchant} />
      </div>
      <MerchantSettlement merchantId={merchantId} />
      <MerchantServices merchant={merchant} />
      <div className={classes.wide}>
        <MerchantTabs tabs={tabs} />
      </div>
    </div>
  )
}
