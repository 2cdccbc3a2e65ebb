import { transactions } from '@kobo/contract/transactions'
import type { Data } from '@kobo/contract/kit/call'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { DayChart } from '../../charts/day-chart.tsx'
import type { DaySpan } from '../../charts/day-figures.ts'
import { nairaOf, numberOf } from '../../charts/measures.ts'
import { QueryFailure } from '../../record/query-failure.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './transaction-tab.module.css'

type Day = Data<typeof transactions.series>['series'][number]

const title = 'Successful transactions per day'

/** Value and volume per day; if the server lacks the call, only the chart is missing. */
export function TransactionHistory({ merchantId, scope }: { merchantId: string; scope: 'MERCHANT' | 'WALLET' }) {
  const [days, setDays] = useState<DaySpan>(30)
  const series = useApiQuery(transactions.series, { merchantId, scope, days }, { keepPrevious: true })
  if (series.isError && !series.data) {
    if (series.error.status === 404) return <p className={classes.missing}>Daily history is not available</p>
    return (
      <Section title={title}>
        <QueryFailure of={series} />
      </Section>
    )
  }
  return (
    <DayChart
      title={title}
      rows={series.data?.series}
      span={days}
      onSpan={setDays}
      nothing="No successful transactions in this period"
      bars={value}
      line={volume}
    />
  )
}

const value = nairaOf<Day>('Value', (day) => day.value)
const volume = numberOf<Day>('Volume', 'transactions', (day) => day.volume)
