import { profit as profitCalls } from '@kobo/contract/profit'
import type { Data } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { serverNow } from '../../api/clock.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { DayChart } from '../../charts/day-chart.tsx'
import { type DaySpan, daySpans } from '../../charts/day-figures.ts'
import { nairaOf } from '../../charts/measures.ts'
import { Naira } from '../../money/naira.tsx'
import { NamedMerchant } from '../../people/merchant-field.tsx'
import { MerchantPicker } from '../../people/merchant-picker.tsx'
import { QueryContent } from '../../record/query-content.tsx'
import { QueryFailure } from '../../record/query-failure.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import tableClasses from '../../ui/table.module.css'
import { useSearchParams } from '../../ui/use-search-params.ts'
import classes from './profit-summary.module.css'
import { sourceTexts } from './profit-list.tsx'

type Day = Data<typeof profitCalls.series>['series'][number]
type Source = Data<typeof profitCalls.sources>['sources'][number]

const earned = nairaOf<Day>('Profit', (day) => day.profit)
const charged = nairaOf<Day>('Charges', (day) => day.charge)

/** Profit of the last days by day and by source, of all merchants or one. The search params hold days and merchant. */
export function ProfitSummary() {
  const address = useSearchParams()
  const { merchant } = address.search
  const days = daySpans.find((span) => String(span) === address.search.days) ?? 30
  const filter = merchant ? { merchantId: merchant } : {}
  const series = useApiQuery(profitCalls.series, { ...filter, days }, { keepPrevious: true })
  const sources = useApiQuery(profitCalls.sources, { ...filter, startDate: firstOf(days) }, { keepPrevious: true })
  return (
    <div className={classes.summary}>
      <div className={classes.merchant}>
        <NamedMerchant values={merchant ? { merchant } : {}}>
          {({ merchantName }) => (
            <MerchantPicker
              chosen={merchant ? { id: merchant, name: merchantName ?? merchant } : null}
              onChoose={(chosen) => address.open(address.with({ merchant: chosen?.id }))}
            />
          )}
        </NamedMerchant>
      </div>
      {series.isError && !series.data ? (
        <QueryFailure of={series} />
      ) : (
        <DayChart
          title="Profit per day"
          rows={series.data?.series}
          span={days}
          onSpan={(span) => address.open(address.with({ days: String(span) }))}
          nothing="Nothing earned in this period"
          bars={earned}
          line={charged}
        />
      )}
      <Section title="Profit by source" aside={`Last ${days} days`}>
        <QueryContent from={sources} skeleton={<Waiting />}>
          {(data) => <Sources of={data.sources} />}
        </QueryContent>
      </Section>
    </div>
  )
}

/** Returns the first day of a span that ends today. */
function firstOf(days: DaySpan): string {
  return lagosDay(new Date(serverNow() - (days - 1) * dayMs))
}

const dayMs = 86_400_000

const figures = ['Charges', 'Provider cost', 'Profit']

function Sources({ of: sources }: { of: readonly Source[] }) {
  if (sources.length === 0) return <SectionBody>Nothing earned in this period</SectionBody>
  const sum = (amountOf: (source: Source) => number) =>
    sources.reduce((total, source) => total + Math.round(100 * amountOf(source)), 0) / 100
  const rows = [
    ...sources.map(({ source, ...sums }) => ({ title: sourceTexts(source), ...sums })),
    {
      title: 'Total',
      charge: sum((source) => source.charge),
      providerCost: sum((source) => source.providerCost),
      profit: sum((source) => source.profit),
    },
  ]
  return (
    <section
      className={`${tableClasses.region} ${tableClasses.compact} ${classes.sources}`}
      aria-label="Sources"
      tabIndex={0}
    >
      <table className={tableClasses.table} aria-label="Profit by source">
        <thead>
          <tr>
            <th scope="col">Source</th>
            {figures.map((title) => (
              <th key={title} scope="col" className={tableClasses.right}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, charge, providerCost, profit }) => (
            <tr key={title}>
              <td>{title}</td>
              {[charge, providerCost, profit].map((amount, place) => (
                <td key={place} className={tableClasses.right} data-title={figures[place]}>
                  <Naira amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Waiting() {
  return (
    <SectionBody>
      <SkeletonBar width="60%" />
    </SectionBody>
  )
}
