import { ledger } from '@kobo/contract/ledger'
import type { Data } from '@kobo/contract/kit/call'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { DayChart } from '../../charts/day-chart.tsx'
import type { DaySpan } from '../../charts/day-figures.ts'
import { nairaOf, numberOf } from '../../charts/measures.ts'
import { QueryFailure } from '../../record/query-failure.tsx'

type Day = Data<typeof ledger.series>['series'][number]

const closing = nairaOf<Day>('Closing balance', (day) => day.closingBalance)
const moved = numberOf<Day>('Entries', 'per day', (day) => day.entries)

/** An account's closing balance and number of entries per day. */
export function AccountHistory({ accountId }: { accountId: string }) {
  const [days, setDays] = useState<DaySpan>(30)
  const series = useApiQuery(ledger.series, { accountId, days }, { keepPrevious: true })
  if (series.isError && !series.data) return <QueryFailure of={series} />
  return (
    <DayChart
      title="Closing balance per day"
      rows={series.data?.series}
      span={days}
      onSpan={setDays}
      nothing="No balance and no entries in this period"
      bars={closing}
      line={moved}
    />
  )
}
