import { contract } from '@kobo/contract'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { Beside } from '../../../documents/document-set.ts'
import { useRecord } from '../../../record/define-record.ts'
import { merchantRecord } from '../merchant-record.ts'
import { KycDecision } from './kyc-decision.tsx'

/** Groups a merchant's documents, so that the viewer can step through all of them and offers the KYC decision at the last. */
export function MerchantPapers({ merchantId, children }: { merchantId: string; children: ReactNode }) {
  const { record: merchant } = useRecord(merchantRecord)
  const { data } = useApiQuery(contract.merchants.directors, { merchantId })
  const papers = [
    merchant?.ownerDetails?.identityDocument,
    ...(merchant?.cacDocuments ?? []),
    merchant?.consentForm,
    ...(data?.directors ?? []).map(({ identity }) => identity),
  ]
  const all = papers.filter((address) => address !== null && address !== undefined)
  const decision = merchant && <KycDecision merchant={merchant} />
  return <Beside value={{ all, decision }}>{children}</Beside>
}
