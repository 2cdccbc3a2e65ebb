import type { ReactNode } from 'react'
import { SkeletonBar } from './skeleton-bar.tsx'
import classes from './fields.module.css'

/** Label and value of a field. `row` gives long values a row of their own, `lines` keeps room for a second line while loading. */
export type FieldOf<T> = [label: string, value: (record: T) => ReactNode, room?: 'row' | 'lines']

/** Grid of labels and values, up to three columns. Skeletons replace the values until the record has loaded. */
export function Fields<T>({ of: record, fields }: { of: T | undefined; fields: readonly FieldOf<T>[] }) {
  return (
    <div className={classes.room}>
      <dl className={classes.grid}>
        {fields.map(([label, value, room]) => (
          <div key={label} className={classes.field} data-room={room}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{record === undefined ? <SkeletonBar width="70%" /> : value(record)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
