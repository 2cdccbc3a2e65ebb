import { fileTexts, type NamedList } from './describe-export.ts'
import type { ListContextValue } from './list-context.ts'
import classes from './list.module.css'
import { showing } from './pagination.tsx'

interface PrintedListHeadProps {
  list: NamedList
  shown: Pick<ListContextValue<unknown, unknown>, 'answered' | 'rows' | 'total' | 'isMore'>
}

/** Header of a printed list: its search, filters and range of rows. */
export function PrintedListHead({ list, shown: { answered, rows, total = 0, isMore } }: PrintedListHeadProps) {
  if (!rows) return null
  const { page, perPage, ...narrowed } = answered.state
  const terms = fileTexts(list, { ...narrowed, chosen: {} })
  return <p className={classes.printed}>{[...terms, showing(page, perPage, rows.length, total, isMore)].join('. ')}</p>
}
