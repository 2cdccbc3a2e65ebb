import type { Wallet } from '@kobo/contract/wallets'
import { Code } from '../../../ui/code.tsx'
import { MerchantLink } from '../../../people/merchant-link.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { Section } from '../../../ui/section.tsx'
import { walletRecord } from '../wallet-record.ts'

/** Wallet details and merchant. */
export function WalletSummary() {
  const { record: wallet } = useRecord(walletRecord)
  return (
    <Section title="Wallet details">
      <Fields of={wallet} fields={fields} />
    </Section>
  )
}

const fields: FieldOf<Wallet>[] = [
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Wallet ID', ({ id }) => <Code value={id} />, 'lines'],
  ['Account name', ({ accountName }) => orEmpty(accountName)],
  ['Bank', ({ bankName }) => orEmpty(bankName)],
  ['Current tier', ({ tier }) => `Tier ${tier}`],
]
