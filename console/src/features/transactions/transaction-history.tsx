import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { DayChart } from '../../charts/day-chart.tsx'
import type { DaySpan, Measure } from '../../charts/day-figures.ts'
import { formatNaira } from '../../money/naira.tsx'
import classes from './transaction-tab.module.css'
import { grouped } from '../../ui/grouped.ts'

type Day = Data<typeof contract.transactions.series>['series'][number]

/** How much went through per day, and how often; a server that cannot tell costs no more than the chart. */
export function TransactionHistory({ merchantId, scope }: { merchantId: string; scope: 'MERCHANT' | 'WALLET' }) {
  const [days, setDays] = useState<DaySpan>(30)
  const series = useCall(contract.transactions.series, { merchantId, scope, days }, { keepPrevious: true })
  if (series.isError && !series.data) return <p className={classes.missing}>The history per day is not available</p>
  return (
    <DayChart
      title="Successful transactions per day"
      rows={series.data?.series}
      span={days}
      onSpan={setDays}
      nothing="No transaction succeeded in these days"
      bars={value}
      line={volume}
    />
  )
}

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

const value: Measure<Day> = {
  label: 'Value',
  axis: 'Value (₦)',
  of: (day) => day.value,
  format: formatNaira,
  short: (amount) => `₦${compact.format(amount)}`,
}

const volume: Measure<Day> = {
  label: 'Volume',
  axis: 'Volume (transactions)',
  of: (day) => day.volume,
  format: (count) => grouped(count),
  short: (count) => compact.format(count),
}
