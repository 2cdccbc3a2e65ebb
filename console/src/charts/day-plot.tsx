import { CompositeChart, type CompositeChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatDay } from '../ui/format-day.ts'
import classes from './day-chart.module.css'
import type { Measure } from './day-figures.ts'

interface DayPlotProps {
  figures: { day: string; bars: number; line: number }[]
  bars: Omit<Measure<never>, 'of'>
  line: Omit<Measure<never>, 'of'>
}

/** Draws figures per day: bars with their axis on the left, a line with its own on the right unless it counts the same. */
export function DayPlot({ figures, bars, line }: DayPlotProps) {
  // On axes of their own two sums of naira would stand at heights that cannot be compared.
  const isOneUnit = bars.unit === line.unit
  const series: CompositeChartSeries[] = [
    { name: 'bars', type: 'bar', label: bars.label, color: 'var(--kobo-accent)' },
    {
      name: 'line',
      type: 'line',
      label: line.label,
      color: 'var(--kobo-blue)',
      ...(!isOneUnit && { yAxisId: 'right' }),
    },
  ]
  return (
    <CompositeChart
      className={classes.plot}
      role="group"
      aria-label={`${bars.label} and ${line.label.toLowerCase()} per day`}
      data={figures}
      dataKey="day"
      series={series}
      curveType="linear"
      withDots={figures.length <= dotsUpTo}
      maxBarWidth={36}
      barProps={{ fillOpacity: 0.3, strokeOpacity: 1 }}
      gridColor="var(--kobo-line)"
      textColor="var(--kobo-ink2)"
      withLegend
      legendProps={{ verticalAlign: 'top', height: 32 }}
      xAxisLabel="Day"
      xAxisProps={{ tickFormatter: dayOfMonth, minTickGap: 16 }}
      yAxisLabel={isOneUnit ? bars.unit : axisOf(bars)}
      yAxisProps={{ tickFormatter: bars.short, width: 84 }}
      withRightYAxis={!isOneUnit}
      rightYAxisLabel={axisOf(line)}
      rightYAxisProps={{ tickFormatter: line.short, allowDecimals: false, width: 72 }}
      composedChartProps={{ desc: 'The arrow keys lead from day to day. The table has the same numbers.' }}
      tooltipProps={{ content: <DayTooltip figures={figures} bars={bars} line={line} /> }}
    />
  )
}

function axisOf({ label, unit }: Pick<Measure<never>, 'label' | 'unit'>): string {
  return `${label} (${unit})`
}

/** The figures of the day that is pointed at; the chart says which one it is. */
function DayTooltip({ figures, bars, line, active, label }: DayPlotProps & { active?: boolean; label?: unknown }) {
  const figure = figures.find(({ day }) => day === label)
  if (!active || !figure) return null
  return (
    <div className={classes.tooltip}>
      <p className={classes.day}>{formatDay(figure.day)}</p>
      <dl className={classes.values}>
        <dt>{bars.label}</dt>
        <dd>{bars.format(figure.bars)}</dd>
        <dt>{line.label}</dt>
        <dd>{line.format(figure.line)}</dd>
      </dl>
    </div>
  )
}

/** With more days than this the dots of the line would touch. */
const dotsUpTo = 31

/** `2026-11-20` as the axis names it: `20 Nov`. */
function dayOfMonth(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : dayMonth.format(at)
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short' })
