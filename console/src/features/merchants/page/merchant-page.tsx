import { InQueue } from '../../../list/queue/in-queue.tsx'
import { QueueBar } from '../../../list/queue/queue-bar.tsx'
import { FreezeBanner } from '../../../record/freeze/freeze-banner.tsx'
import { LienBanner } from '../../../record/lien/lien-banner.tsx'
import { Record } from '../../../record/record.tsx'
import { Below, RecordPage, RecordSections, SectionsSkeleton, Stack, Wide } from '../../../record/record-page.tsx'
import { RecordTabs } from '../../../record/record-tabs.tsx'
import { type RecordTab, useRecordTabs } from '../../../record/use-record-tabs.ts'
import { approvalList } from '../approval-list.tsx'
import { freezableMerchant, merchantRecord } from '../merchant-record.ts'
import { KycDecided } from './kyc/kyc-decision.tsx'
import { MerchantAccount } from './sections/merchant-account.tsx'
import { MerchantBusiness } from './sections/merchant-business.tsx'
import { MerchantBvn } from './sections/merchant-bvn.tsx'
import { MerchantDirectors } from './sections/merchant-directors.tsx'
import { MerchantConsentForm, MerchantDocumentation, MerchantPapers } from './sections/merchant-documents.tsx'
import { MerchantEvidence, WatchListAlert } from './kyc/merchant-evidence.tsx'
import { MerchantFlags } from './sections/merchant-flags.tsx'
import { MerchantHeader } from './merchant-header.tsx'
import { MerchantOwner } from './sections/merchant-owner.tsx'
import { MerchantProfit } from './sections/merchant-profit.tsx'
import { MerchantServices } from './sections/merchant-services.tsx'
import { MerchantSettlement } from './sections/merchant-settlement.tsx'
import { MerchantStages } from './sections/merchant-stages.tsx'

interface MerchantPageProps {
  merchantId: string
  /** Tabs at the bottom of the page; the first is the default. */
  tabs: readonly [RecordTab, ...RecordTab[]]
}

/** Page of one merchant; skeletons replace parts that are loading. */
export function MerchantPage({ merchantId, tabs: allTabs }: MerchantPageProps) {
  const tabs = useRecordTabs('Merchant sections', allTabs, ['queue'])
  const found = merchantRecord.useFound(merchantId)
  // The status decides which sections exist, so none is drawn before it is known: it would shift later.
  const isKnown = found.record !== undefined || found.known !== undefined
  return (
    <Record of={merchantRecord} from={found}>
      <KycDecided>
        <InQueue of={approvalList} id={merchantId}>
          <RecordPage>
            <QueueBar />
            <MerchantHeader {...{ merchantId, tabs }} />
            <FreezeBanner of={found.record && freezableMerchant(found.record)} />
            <LienBanner of={found.record && freezableMerchant(found.record)} />
            <WatchListAlert />
            {!isKnown && <SectionsSkeleton />}
            {isKnown && (
              <MerchantPapers merchantId={merchantId}>
                <RecordSections of={merchantRecord}>
                  <Wide>
                    <MerchantAccount />
                  </Wide>
                  <Wide>
                    <MerchantProfit merchantId={merchantId} />
                  </Wide>
                  <Wide>
                    <MerchantEvidence />
                  </Wide>
                  <Wide>
                    <MerchantFlags />
                  </Wide>
                  <Below>
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
                  </Below>
                </RecordSections>
              </MerchantPapers>
            )}
            <RecordTabs of={tabs} />
          </RecordPage>
        </InQueue>
      </KycDecided>
    </Record>
  )
}
