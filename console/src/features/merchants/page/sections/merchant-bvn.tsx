import { merchants } from '@kobo/contract/merchants'
import type { Data } from '@kobo/contract/kit/call'
import { useApiQuery } from '../../../../api/use-api-query.ts'
import { formatDay } from '../../../../ui/dates.tsx'
import { QueryContent } from '../../../../record/query-content.tsx'
import { Masked } from '../../../../people/masked.tsx'
import { emptyValue, orEmpty } from '../../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../../ui/fields.tsx'
import { isWatchListed, type WatchListed } from '../kyc/kyc-comparison.ts'
import { Section } from '../../../../ui/section.tsx'

type BvnInfo = Data<typeof merchants.bvnInfo>['bvnInfo']

/** The owner's record in the BVN register. */
export function MerchantBvn({ merchantId }: { merchantId: string }) {
  const bvn = useApiQuery(merchants.bvnInfo, { merchantId })
  return (
    <Section title="BVN details">
      <QueryContent from={bvn} skeleton={<Fields of={undefined} fields={fields} />}>
        {({ bvnInfo }) => <Fields of={bvnInfo ?? null} fields={fields} />}
      </QueryContent>
    </Section>
  )
}

const fields: FieldOf<BvnInfo>[] = [
  ['BVN', (info) => <Masked value={info?.bvn} />],
  ['Date of birth', (info) => formatDay(info?.dateOfBirth)],
  ['Watch-listed', (info) => watchListedText(info?.watchListed)],
  ['First name', (info) => orEmpty(info?.firstName)],
  ['Middle name', (info) => orEmpty(info?.middleName)],
  ['Last name', (info) => orEmpty(info?.lastName)],
  ['Registration date', (info) => formatDay(info?.registrationDate)],
]

function watchListedText(value: WatchListed): string {
  if (value === null || value === undefined || value === '') return emptyValue
  return isWatchListed(value) ? 'Yes' : 'No'
}
