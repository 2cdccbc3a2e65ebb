import { CompositeChart, type CompositeChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { formatDay } from '../ui/dates.tsx'
import classes from './day-chart.module.css'
import type { Measure } from './day-figures.ts'

interface DayPlotProps {
  figures: { day: string; bars: number; line: number }[]
  bars: Omit<Measure<never>, 'of'>
  line: Omit<Measure<never>, 'of'>
}

/** Chart of figures per day: bars with the left axis, a line with the right one unless both have the same unit. */
export function DayPlot({ figures, bars, line }: DayPlotProps) {
  // On separate axes, two amounts in naira could not be compared by height.
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
      composedChartProps={{ desc: 'Use the arrow keys to move between days. The table shows the same figures.' }}
      tooltipProps={{ content: <DayTooltip figures={figures} bars={bars} line={line} /> }}
    />
  )
}

function axisOf({ label, unit }: Pick<Measure<never>, 'label' | 'unit'>): string {
  return `${label} (${unit})`
}

/** Tooltip with the figures of the day under the pointer. */
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

/** Number of days above which the line's dots would touch. */
const dotsUpTo = 31

/** Formats `2026-11-20` for the axis: `20 Nov`. */
function dayOfMonth(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : dayMonth.format(at)
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short' })
