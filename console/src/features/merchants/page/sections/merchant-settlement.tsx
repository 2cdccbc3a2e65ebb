import { merchants } from '@kobo/contract/merchants'
import type { Data } from '@kobo/contract/kit/call'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { Copyable } from '../../../../ui/code.tsx'
import { orEmpty } from '../../../../ui/format-text.ts'
import { QueryContent } from '../../../../record/query-content.tsx'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { Section } from '../../../../ui/section.tsx'

type SettlementAccount = Data<typeof merchants.settlementAccount>['settlementAccount']

/** Bank account that receives the merchant's settlements. */
export function MerchantSettlement({ merchantId }: { merchantId: string }) {
  const account = useApiQuery(merchants.settlementAccount, { merchantId })
  return (
    <Section title="Settlement account">
      <QueryContent from={account} skeleton={<Fields of={undefined} fields={fields} />}>
        {({ settlementAccount }) => <Fields of={settlementAccount ?? null} fields={fields} />}
      </QueryContent>
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
