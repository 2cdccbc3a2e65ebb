import type { MerchantFlag } from '@kobo/contract/merchants'
import { useRecord } from '../../../record/define-record.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { Section } from '../../../ui/section.tsx'
import { merchantRecord } from '../merchant-record.ts'
import { CardSwitch } from './merchant-card-switch.tsx'
import { FlagSwitch } from './merchant-flag-switch.tsx'
import classes from './merchant-flags.module.css'

/** Flags of a merchant, each sent as soon as it is toggled. */
export function MerchantFlags() {
  const { record: merchant, readAt } = useRecord(merchantRecord)
  return (
    <Section title="Merchant flags">
      <div className={classes.flags}>
        {flags.map(([flag, label]) =>
          merchant ? (
            <FlagSwitch key={flag} {...{ merchant, flag, label, readAt }} />
          ) : (
            <div key={flag} className={classes.flag}>
              {label}
              <SkeletonBar width="32px" height="18px" />
            </div>
          ),
        )}
        {merchant?.isCardEnabled === false && <CardSwitch merchant={merchant} />}
      </div>
    </Section>
  )
}

const flags: readonly (readonly [MerchantFlag, string])[] = [
  ['isRefundEnabled', 'Refunds'],
  ['autoInstantSettlement', 'Automatic instant settlement'],
  ['autoSettlement', 'Automatic settlement'],
  ['isConsentFormApproved', 'Consent form approved'],
  ['isAgencyNetworkConsentFormApproved', 'Agency network consent form approved'],
  ['enableSameBVNOrPhoneNumberForWalletCreation', 'Same BVN or phone number for wallets'],
]
