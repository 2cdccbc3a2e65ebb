import type { ReactNode } from 'react'
import { SkeletonBar } from './skeleton-bar.tsx'
import classes from './fields.module.css'

/** A label and how its value is read from a record; what is long to read takes a row of its own. */
export type FieldOf<T> = [label: string, value: (record: T) => ReactNode, room?: 'row']

/** A grid of labels and values, as many columns as its room allows, three at most; bars stand for a record not there yet. */
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
