import { Documents } from '../../../documents/documents.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { Section } from '../../../ui/section.tsx'
import { merchantRecord } from '../merchant-record.ts'

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
