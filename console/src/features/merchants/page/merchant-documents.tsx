import type { Merchant } from '@kobo/contract/merchants'
import { Documents } from '../../../documents/documents.tsx'
import { Section } from '../../../ui/section.tsx'

/** The papers of the company's registration. */
export function MerchantDocumentation({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <Section title="Documentation">
      <Documents addresses={merchant && (merchant.cacDocuments ?? [])} />
    </Section>
  )
}

/** The consent that the merchant signed. */
export function MerchantConsentForm({ merchant }: { merchant: Merchant | undefined }) {
  const form = merchant?.consentForm
  return (
    <Section title="Consent form">
      <Documents addresses={merchant && (form ? [form] : [])} />
    </Section>
  )
}
