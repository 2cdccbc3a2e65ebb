import type { ReactNode } from 'react'
import tableClasses from '../../ui/table.module.css'
import classes from './work.module.css'

interface FigureTableProps {
  label: string
  titles: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

/** Small table: a name, then figures. */
export function FigureTable({ label, titles, rows }: FigureTableProps) {
  return (
    <section
      className={`${tableClasses.region} ${tableClasses.compact}`}
      aria-label={`Table of ${label.toLowerCase()}`}
      tabIndex={0}
    >
      <table className={`${tableClasses.table} ${classes.figures}`} aria-label={label}>
        <thead>
          <tr>
            {titles.map((title, place) => (
              <th key={title} scope="col" className={place === 0 ? classes.name : tableClasses.right}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, place) => (
                <td key={titles[place]} className={place === 0 ? classes.name : tableClasses.right}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
