import { merchants } from '@kobo/contract/merchants'
import type { ReactNode } from 'react'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { DocumentSet } from '../../../../documents/document-viewer.tsx'
import { Documents } from '../../../../documents/documents.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'
import { KycDecision } from '../kyc/kyc-decision.tsx'

/** Registration documents of the company. */
export function MerchantDocumentation() {
  const { record: merchant } = useRecord(merchantRecord)
  return (
    <Section title="Documentation">
      <Documents addresses={merchant && (merchant.cacDocuments ?? [])} none="No documents submitted" />
    </Section>
  )
}

/** Signed consent form. */
export function MerchantConsentForm() {
  const { record: merchant } = useRecord(merchantRecord)
  const form = merchant?.consentForm
  return (
    <Section title="Consent form">
      <Documents addresses={merchant && (form ? [form] : [])} />
    </Section>
  )
}

/** Groups a merchant's documents, so that the viewer can step through all of them and offers the KYC decision at the last. */
export function MerchantPapers({ merchantId, children }: { merchantId: string; children: ReactNode }) {
  const { record: merchant } = useRecord(merchantRecord)
  const { data } = useApiQuery(merchants.directors, { merchantId })
  const papers = [
    merchant?.ownerDetails?.identityDocument,
    ...(merchant?.cacDocuments ?? []),
    merchant?.consentForm,
    ...(data?.directors ?? []).map(({ identity }) => identity),
  ]
  const addresses = papers.filter((address) => address !== null && address !== undefined)
  const decision = merchant && <KycDecision merchant={merchant} />
  return <DocumentSet value={{ all: addresses, decision }}>{children}</DocumentSet>
}
