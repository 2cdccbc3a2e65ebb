import type { Merchant } from '@kobo/contract/merchants'
import { calendarDay } from '../../../ui/calendar-day.ts'
import { ViewDocument } from '../../../documents/view-document.tsx'
import { Email } from '../../../people/email.tsx'
import { fullName, orEmpty } from '../../../ui/empty.ts'
import { Masked } from '../../../people/masked.tsx'
import { Phone } from '../../../people/phone.tsx'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'

/** Who owns the business, and how to reach them. */
export function MerchantOwner({ merchant }: { merchant: Merchant | undefined }) {
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
  ['Date of birth', ({ ownerDetails }) => calendarDay(ownerDetails?.dateOfBirth)],
  ['Identity type', ({ ownerDetails }) => orEmpty(ownerDetails?.identityType)],
  ['Identity number', ({ ownerDetails }) => <Masked value={ownerDetails?.identityNumber} />],
  [
    'Identity document',
    ({ ownerDetails }) => <ViewDocument address={ownerDetails?.identityDocument} of="identity document" />,
  ],
]
