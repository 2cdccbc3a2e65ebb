import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import { useCall } from '../../../api/use-call.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import { orEmpty } from '../../../ui/empty.ts'
import { Fetched } from '../../../record/fetched.tsx'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'

type SettlementAccount = Data<typeof contract.merchants.settlementAccount>['settlementAccount']

/** The bank account that the merchant's settlements go to. */
export function MerchantSettlement({ merchantId }: { merchantId: string }) {
  const account = useCall(contract.merchants.settlementAccount, { merchantId })
  return (
    <Section title="Settlement account">
      <Fetched from={account} skeleton={<Fields of={undefined} fields={fields} />}>
        {({ settlementAccount }) => <Fields of={settlementAccount ?? null} fields={fields} />}
      </Fetched>
    </Section>
  )
}

const fields: FieldOf<SettlementAccount>[] = [
  ['Bank name', (account) => orEmpty(account?.bankName)],
  [
    'Account number',
    (account) => (
      <Copyable
        value={account?.accountNumber}
        label="Copy settlement account number"
        toast="Account number copied successfully"
      />
    ),
  ],
  ['Account name', (account) => orEmpty(account?.accountName)],
]
