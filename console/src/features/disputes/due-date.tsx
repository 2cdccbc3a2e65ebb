import type { Dispute } from '@kobo/contract/disputes'
import { StatusTag } from '../../status/status-tag.tsx'
import type { StatusMap } from '../../status/statuses.ts'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { isOverdue } from './dispute-rules.ts'
import classes from './due-date.module.css'

type Due = Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>

/** Until when a dispute should have come to its end, and whether that time has passed. */
export function DueDate({ of: dispute }: { of: Due }) {
  return (
    <span className={classes.due}>
      <DateTime at={dispute.dueDate} />
      {isOverdue(dispute) && <Overdue />}
    </span>
  )
}

/** The same in words, for files. */
export function dueText(dispute: Due): string {
  return isOverdue(dispute) ? `${listDateTime(dispute.dueDate)} overdue` : listDateTime(dispute.dueDate)
}

/** Marks what is open past its due date. */
export function Overdue() {
  return <StatusTag of="Overdue" map={late} />
}

const late: StatusMap = { known: {}, other: { tone: 'red' } }
