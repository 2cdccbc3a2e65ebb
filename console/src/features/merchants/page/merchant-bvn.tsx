import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import { useCall } from '../../../api/use-call.ts'
import { calendarDay } from '../../../ui/calendar-day.ts'
import { Fetched } from '../../../record/fetched.tsx'
import { Masked } from '../../../people/masked.tsx'
import { empty, orEmpty } from '../../../ui/empty.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { isWatchListed, type WatchListed } from '../evidence.ts'
import { Section } from '../../../ui/section.tsx'

type BvnInfo = Data<typeof contract.merchants.bvnInfo>['bvnInfo']

/** What the bank verification register knows of the owner. */
export function MerchantBvn({ merchantId }: { merchantId: string }) {
  const bvn = useCall(contract.merchants.bvnInfo, { merchantId })
  return (
    <Section title="BVN details">
      <Fetched from={bvn} skeleton={<Fields of={undefined} fields={fields} />}>
        {({ bvnInfo }) => <Fields of={bvnInfo ?? null} fields={fields} />}
      </Fetched>
    </Section>
  )
}

const fields: FieldOf<BvnInfo>[] = [
  ['BVN', (info) => <Masked value={info?.bvn} />],
  ['Date of birth', (info) => calendarDay(info?.dateOfBirth)],
  ['Watch-listed', (info) => watchListedText(info?.watchListed)],
  ['First name', (info) => orEmpty(info?.firstName)],
  ['Middle name', (info) => orEmpty(info?.middleName)],
  ['Last name', (info) => orEmpty(info?.lastName)],
  ['Registration date', (info) => calendarDay(info?.registrationDate)],
]

function watchListedText(value: WatchListed): string {
  if (value === null || value === undefined || value === '') return empty
  return isWatchListed(value) ? 'Yes' : 'No'
}
