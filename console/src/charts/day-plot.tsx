import { type KeyboardEvent, useId, useState } from 'react'
import { formatDay } from '../ui/dates.tsx'
import type { Measure } from './day-figures.ts'
import classes from './day-plot.module.css'

type Shown = Omit<Measure<never>, 'of'>

interface DayPlotProps {
  figures: { day: string; bars: number; line: number }[]
  bars: Shown
  line: Shown
}

/** Chart of figures per day: bars with the left axis, a line with the right one unless both have the same unit. */
export function DayPlot({ figures, bars, line }: DayPlotProps) {
  const [active, setActive] = useState<number | null>(null)
  const hintId = useId()
  // On separate axes, two amounts in naira could not be compared by height.
  const isOneUnit = bars.unit === line.unit
  const left = axisFor(figures.flatMap((figure) => (isOneUnit ? [figure.bars, figure.line] : [figure.bars])))
  const right = isOneUnit ? left : axisFor(figures.map((figure) => figure.line))
  const column = 100 / figures.length
  const centre = (place: number) => percent((place + 0.5) * column)
  const last = figures.length - 1
  const shown = active === null ? undefined : figures[active]
  const labelEvery = Math.ceil(figures.length / mostLabels)

  function move(event: KeyboardEvent) {
    const before = Math.max((active ?? last + 1) - 1, 0)
    const after = Math.min((active ?? -1) + 1, last)
    const places = { ArrowLeft: before, ArrowRight: after, Home: 0, End: last, Escape: null }
    const place = new Map(Object.entries(places)).get(event.key)
    if (place === undefined) return
    event.preventDefault()
    setActive(place)
  }

  return (
    <div className={classes.plot} role="group" aria-label={`${bars.label} and ${line.label.toLowerCase()} per day`}>
      <p className={classes.legend}>
        <span data-figure="bars">{bars.label}</span>
        <span data-figure="line">{line.label}</span>
      </p>
      <span className={classes.unit}>{isOneUnit ? bars.unit : `${bars.label} (${bars.unit})`}</span>
      <div className={classes.area} data-axes={isOneUnit ? 1 : 2}>
        {/* Percentages fit the drawing to any width without measuring it. */}
        <svg
          className={classes.drawing}
          role="slider"
          aria-label="Day"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={active ?? last}
          aria-valuetext={
            shown &&
            `${formatDay(shown.day)}: ${bars.label} ${bars.format(shown.bars)}, ${line.label} ${line.format(shown.line)}`
          }
          aria-describedby={hintId}
          tabIndex={0}
          onKeyDown={move}
          onBlur={() => setActive(null)}
          onPointerLeave={() => setActive(null)}
        >
          <desc id={hintId}>Use the arrow keys to move between days. The table shows the same figures.</desc>
          {left.ticks.map((tick) => (
            <g key={tick}>
              <line className={classes.grid} x2="100%" y1={left.at(tick)} y2={left.at(tick)} />
              <text x={-8} y={left.at(tick)} dy="0.35em" textAnchor="end">
                {bars.short(tick)}
              </text>
            </g>
          ))}
          {!isOneUnit &&
            right.ticks.map((tick) => (
              <text key={tick} x="100%" y={right.at(tick)} dx={8} dy="0.35em">
                {line.short(tick)}
              </text>
            ))}
          {active !== null && <line className={classes.cursor} x1={centre(active)} x2={centre(active)} y2="100%" />}
          {figures.map((figure, place) => (
            <g key={figure.day}>
              <rect
                className={classes.bar}
                data-figure="bars"
                y={left.at(Math.max(figure.bars, 0))}
                height={percent(left.share(Math.abs(figure.bars)))}
                style={{
                  x: `calc(${centre(place)} - min(18px, ${column * 0.4}%))`,
                  width: `min(36px, ${column * 0.8}%)`,
                }}
              />
              {place % labelEvery === 0 && (
                <text data-rank={rankOf(place / labelEvery)} x={centre(place)} y="100%" dy={18} textAnchor="middle">
                  {dayOfMonth(figure.day)}
                </text>
              )}
            </g>
          ))}
          <g className={classes.line}>
            {figures.slice(1).map((figure, place) => (
              <line
                key={figure.day}
                x1={centre(place)}
                y1={right.at(figures[place]?.line ?? 0)}
                x2={centre(place + 1)}
                y2={right.at(figure.line)}
              />
            ))}
            {figures.length <= dotsUpTo &&
              figures.map(({ day, line: amount }, place) => (
                <circle key={day} data-figure="line" cx={centre(place)} cy={right.at(amount)} r={3.5} />
              ))}
          </g>
          {figures.map(({ day }, place) => (
            <rect
              key={day}
              className={classes.hit}
              x={percent(place * column)}
              width={percent(column)}
              height="100%"
              onPointerEnter={() => setActive(place)}
            />
          ))}
        </svg>
        {shown && active !== null && (
          <div
            className={classes.tooltip}
            data-side={active < figures.length / 2 ? 'right' : 'left'}
            style={{ left: centre(active) }}
          >
            <p className={classes.day}>{formatDay(shown.day)}</p>
            <dl className={classes.values}>
              <dt>{bars.label}</dt>
              <dd>{bars.format(shown.bars)}</dd>
              <dt>{line.label}</dt>
              <dd>{line.format(shown.line)}</dd>
            </dl>
          </div>
        )}
      </div>
      {!isOneUnit && <span className={classes.unit}>{`${line.label} (${line.unit})`}</span>}
      <span className={classes.days}>Day</span>
    </div>
  )
}

/** Number of days above which the line's dots would touch. */
const dotsUpTo = 31

/** Number of days that a wide chart can label; a narrow one hides those of rank 1, then of rank 2. */
const mostLabels = 12
const rankOf = (place: number) => (place % 2 === 1 ? 1 : place % 4 === 2 ? 2 : 3)

const percent = (share: number) => `${share}%`

/** Returns an axis from or through zero with about four whole steps of 1, 2 or 5 times a power of ten. */
function axisFor(amounts: number[]) {
  const low = Math.min(0, ...amounts)
  const high = Math.max(0, ...amounts)
  const least = Math.max((high - low) / 4, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  const first = Math.floor(low / step)
  const steps = Math.max(Math.ceil(high / step), first + 1) - first
  const share = (amount: number) => (100 * amount) / (step * steps)
  return {
    ticks: Array.from({ length: steps + 1 }, (_, place) => (first + place) * step),
    share,
    at: (amount: number) => percent(100 - share(amount - first * step)),
  }
}

/** Formats `2026-11-20` for the axis: `20 Nov`. */
function dayOfMonth(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? day : dayMonth.format(at)
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short' })
