import tableClasses from '../ui/table.module.css'
import { formatDay } from '../ui/dates.tsx'
import type { DayFigures, DayRow } from './day-figures.ts'

/** Table of a chart's figures, newest day first. */
export function DayTable<Row extends DayRow>({ label, rows, bars, line }: DayFigures<Row> & { label: string }) {
  return (
    <section className={`${tableClasses.region} ${tableClasses.compact}`} aria-label={`${label}, table`} tabIndex={0}>
      <table className={tableClasses.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {[bars, line].map((measure) => (
              <th key={measure.label} scope="col" className={tableClasses.right}>
                {measure.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map((row) => (
            <tr key={row.day}>
              <td>{formatDay(row.day)}</td>
              {[bars, line].map((measure) => (
                <td key={measure.label} className={tableClasses.right}>
                  {measure.format(measure.of(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
