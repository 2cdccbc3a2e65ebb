import { Record } from '../../../record/record.tsx'
import { RecordPage, RecordSections, SectionsSkeleton, Stack, Wide } from '../../../record/record-page.tsx'
import { RecordTabs } from '../../../record/record-tabs.tsx'
import { type RecordTab, useRecordTabs } from '../../../record/use-record-tabs.ts'
import { merchantRecord } from '../merchant-record.ts'
import { KycDecided } from './kyc-decision.tsx'
import { MerchantAccount } from './merchant-account.tsx'
import { MerchantBusiness } from './merchant-business.tsx'
import { MerchantBvn } from './merchant-bvn.tsx'
import { MerchantDirectors } from './merchant-directors.tsx'
import { MerchantConsentForm, MerchantDocumentation } from './merchant-documents.tsx'
import { MerchantEvidence, WatchListAlert } from './merchant-evidence.tsx'
import { MerchantFlags } from './merchant-flags.tsx'
import { MerchantHeader } from './merchant-header.tsx'
import { MerchantPapers } from './kyc-documents.tsx'
import { MerchantOwner } from './merchant-owner.tsx'
import { MerchantServices } from './merchant-services.tsx'
import { MerchantSettlement } from './merchant-settlement.tsx'
import { MerchantStages } from './merchant-stages.tsx'

interface MerchantPageProps {
  merchantId: string
  /** What stands at the bottom of the page; the first one shows when the address names none of them. */
  tabs: readonly [RecordTab, ...RecordTab[]]
}

/** All that is known of one merchant; bars stand for what is still on its way. */
export function MerchantPage({ merchantId, tabs: all }: MerchantPageProps) {
  const tabs = useRecordTabs('Of this merchant', all)
  const found = merchantRecord.useFound(merchantId)
  // Which sections it has depends on where it stands: none is drawn that would move when that is known.
  const isKnown = found.record !== undefined || found.known !== undefined
  return (
    <Record of={merchantRecord} from={found}>
      <KycDecided>
        <RecordPage>
          <MerchantHeader {...{ merchantId, tabs }} />
          <WatchListAlert />
          {!isKnown && <SectionsSkeleton />}
          {isKnown && (
            <MerchantPapers merchantId={merchantId}>
              <RecordSections of={merchantRecord}>
                <Wide>
                  <MerchantAccount />
                </Wide>
                <Wide>
                  <MerchantEvidence />
                </Wide>
                <Wide>
                  <MerchantFlags />
                </Wide>
                <MerchantBvn merchantId={merchantId} />
                <MerchantOwner />
                <Wide>
                  <MerchantStages />
                </Wide>
                <MerchantBusiness />
                <Stack grows="first">
                  <MerchantDocumentation />
                  <MerchantConsentForm />
                </Stack>
                <Wide>
                  <MerchantDirectors merchantId={merchantId} />
                </Wide>
                <MerchantSettlement merchantId={merchantId} />
                <MerchantServices />
              </RecordSections>
            </MerchantPapers>
          )}
          <RecordTabs of={tabs} />
        </RecordPage>
      </KycDecided>
    </Record>
  )
}
