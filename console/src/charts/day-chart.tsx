import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useInView } from '../ui/use-in-view.ts'
import { Section } from '../ui/section.tsx'
import classes from './day-chart.module.css'
import { type DayFigures, type DayRow, type DaySpan, daySpans } from './day-figures.ts'
import { DayTable } from './day-table.tsx'

const DayPlot = lazyComponent(() => import('./day-plot.tsx'), 'DayPlot', { waiting: <Skeleton /> })

interface DayChartProps<Row> extends Omit<DayFigures<Row>, 'rows'> {
  title: string
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  span: DaySpan
  onSpan: (span: DaySpan) => void
  /** Message if every figure is zero. */
  nothing: string
}

/** Two figures per day, as a chart with bars and a line, or as a table. */
export function DayChart<Row extends DayRow>({ title, rows, span, onSpan, nothing, bars, line }: DayChartProps<Row>) {
  const [container, isInView] = useInView<HTMLDivElement>()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const isEmpty = rows?.every((row) => bars.of(row) === 0 && line.of(row) === 0)

  const controls = (
    <div className={classes.controls}>
      <SegmentedControl
        aria-label="Days"
        size="xs"
        transitionDuration={0}
        data={daySpans.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(span)}
        onChange={(chosen) => onSpan(daySpans.find((days) => String(days) === chosen) ?? span)}
      />
      <Button
        size="xs"
        variant="default"
        className={classes.toggle}
        aria-pressed={view === 'table'}
        onClick={() => setView(view === 'table' ? 'chart' : 'table')}
      >
        Table
      </Button>
    </div>
  )
  return (
    <Section title={title} aside={controls}>
      <div ref={container} className={classes.figures}>
        {(!rows || !isInView) && <Skeleton />}
        {rows && isInView && isEmpty && <p className={classes.nothing}>{nothing}</p>}
        {rows && isInView && !isEmpty && view === 'table' && (
          <DayTable label={title} rows={rows} bars={bars} line={line} />
        )}
        {rows && isInView && !isEmpty && view === 'chart' && (
          <DayPlot
            figures={rows.map((row) => ({ day: row.day, bars: bars.of(row), line: line.of(row) }))}
            bars={bars}
            line={line}
          />
        )}
      </div>
    </Section>
  )
}

/** Skeleton of a bar chart. */
function Skeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      {barHeights.map((height) => (
        <span key={height} className={classes.bone} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

const barHeights = [44, 61, 38, 72, 55, 80, 47, 66, 58, 74, 41, 63]
