import type { Wallet } from '@kobo/contract/wallets'
import { formatDay } from '../../../ui/dates.tsx'
import { Email, Phone } from '../../../people/contact-details.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { Section } from '../../../ui/section.tsx'
import { walletRecord } from '../wallet-record.ts'
import { PersonalNumber } from './personal-number.tsx'

/** Holder of the wallet with contact details. */
export function WalletHolder() {
  const { record: wallet } = useRecord(walletRecord)
  return (
    <Section title="Personal details">
      <Fields of={wallet} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<Wallet>[] = [
  ['Email', ({ email }) => <Email value={email} />, 'lines'],
  ['Phone number', ({ phoneNumber }) => <Phone value={phoneNumber} />],
  ['Date of birth', ({ dateOfBirth }) => formatDay(dateOfBirth)],
  ['BVN', (wallet) => <PersonalNumber wallet={wallet} field="bvn" />],
  ['NIN', (wallet) => <PersonalNumber wallet={wallet} field="nin" />],
  ['Address', ({ address }) => orEmpty(address)],
  ['City', ({ city }) => orEmpty(city)],
  ['State', ({ state }) => orEmpty(state)],
  ['Country', () => 'Nigeria'],
  ['Postal code', () => 'N/A'],
]
