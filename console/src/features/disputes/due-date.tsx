import { VisuallyHidden } from '@mantine/core'
import type { Dispute } from '@kobo/contract/disputes'
import { IconClockExclamation } from '@tabler/icons-react'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { isOverdue } from './dispute-record.ts'
import classes from './due-date.module.css'

type Due = Pick<Dispute, 'status' | 'dueDate' | 'isOverdue'>

/** Due date of a dispute, marked if overdue. */
export function DueDate({ of: dispute }: { of: Due }) {
  return (
    <span className={classes.due}>
      <DateTime at={dispute.dueDate} />
      {isOverdue(dispute) && (
        <span className={classes.overdue} title="Overdue">
          <IconClockExclamation size={18} stroke={1.75} aria-hidden />
          <VisuallyHidden>Overdue</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

/** Returns the due date as text for exports. */
export function dueText(dispute: Due): string {
  return isOverdue(dispute) ? `${listDateTime(dispute.dueDate)} overdue` : listDateTime(dispute.dueDate)
}
