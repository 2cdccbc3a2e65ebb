import type { Merchant } from '@kobo/contract/merchants'
import { Code } from '../../../../ui/code.tsx'
import { paths } from '../../../../paths.ts'
import { AccentLink } from '../../../../ui/accent-link.tsx'
import { sentenceCase, emptyValue, orEmpty } from '../../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'

/** Business details and address. */
export function MerchantBusiness() {
  const { record: merchant } = useRecord(merchantRecord)
  return (
    <Section title="Business details">
      <Fields of={merchant} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<Merchant>[] = [
  ['Registration number', ({ registrationNumber }) => <Code value={registrationNumber} />],
  ['Business type', (merchant) => sentenceCase(merchant.businessType)],
  ['Business category', ({ businessCategory }) => orEmpty(businessCategory)],
  ['Address', ({ address }) => orEmpty(address)],
  ['City', ({ city }) => orEmpty(city)],
  ['Country', ({ country }) => orEmpty(country)],
  [
    'Partner',
    ({ partner }) => (partner ? <AccentLink to={paths.partner(partner.id)}>{partner.name}</AccentLink> : emptyValue),
  ],
]
