import { type Column, shownIn } from '../list/define-list.ts'
import { FrozenTag } from '../status/frozen-tag.tsx'
import classes from './frozen.module.css'

interface MayBeFrozen {
  isFrozen?: boolean | null | undefined
}

/** Adds a tag to the names of frozen records. Files contain the name only. */
export function frozenMark<Row extends MayBeFrozen, Title extends string>(
  column: Column<Row, Title>,
): Column<Row, Title> {
  if (!column.text) return column
  return {
    ...column,
    cell: (row) => {
      const shown = shownIn(column, row)
      if (!row.isFrozen) return shown
      return (
        <span className={classes.marked}>
          <span className={classes.value} title={typeof shown === 'string' ? shown : undefined}>
            {shown}
          </span>
          <FrozenTag />
        </span>
      )
    },
  }
}
