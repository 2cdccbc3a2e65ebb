import type { WorkItem } from '@kobo/contract/work-items'
import { serverNow } from '../../api/clock.ts'
import { listDateTime } from '../../ui/dates.tsx'
import { dueText, urgencyOf } from './due.ts'
import classes from './work-bar.module.css'

/** When an item is due, in red once it is late. */
export function Due({ of: item }: { of: WorkItem }) {
  const now = serverNow()
  return (
    <span className={classes.due} data-urgency={urgencyOf(item, now)} title={listDateTime(item.dueAt)}>
      {dueText(item, now)}
    </span>
  )
}
