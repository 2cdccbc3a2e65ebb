import type { Merchant } from '@kobo/contract/merchants'
import { formatDay } from '../../../../ui/dates.tsx'
import { ViewDocument } from '../../../../documents/documents.tsx'
import { Email, Phone } from '../../../../people/contact-details.tsx'
import { fullName, orEmpty } from '../../../../ui/format-text.ts'
import { Masked } from '../../../../people/masked.tsx'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { useRecord } from '../../../../record/define-record.ts'
import { Section } from '../../../../ui/section.tsx'
import { merchantRecord } from '../../merchant-record.ts'

/** Owner of the business with contact details. */
export function MerchantOwner() {
  const { record: merchant } = useRecord(merchantRecord)
  return (
    <Section title="Personal details">
      <Fields of={merchant} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<Merchant>[] = [
  ['Owner', ({ owner }) => orEmpty(fullName(owner))],
  ['Email', ({ owner }) => <Email value={owner?.email} />],
  ['Phone number', ({ phoneNumber }) => <Phone value={phoneNumber} />],
  ['Date of birth', ({ ownerDetails }) => formatDay(ownerDetails?.dateOfBirth)],
  ['Identity type', ({ ownerDetails }) => orEmpty(ownerDetails?.identityType)],
  ['Identity number', ({ ownerDetails }) => <Masked value={ownerDetails?.identityNumber} />],
  [
    'Identity document',
    ({ ownerDetails }) => <ViewDocument address={ownerDetails?.identityDocument} of="identity document" />,
  ],
]
