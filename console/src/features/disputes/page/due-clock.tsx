import type { Dispute } from '@kobo/contract/disputes'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { isOpen } from '../dispute-rules.ts'
import classes from './due-clock.module.css'
import { timeLeft } from './time-left.ts'

/** Ticking time until a dispute is due, or since it became overdue. */
export function DueClock({ of: dispute }: { of: Pick<Dispute, 'status' | 'dueDate'> }) {
  const [now, setNow] = useState(serverNow)
  useInterval(() => setNow(serverNow()), 1_000, { autoInvoke: true })
  const left = isOpen(dispute) ? timeLeft(dispute.dueDate, now) : null
  if (left === null) return null
  return (
    <span role="timer" className={left.isOver ? classes.over : classes.left}>
      {left.isOver ? `Overdue by ${left.time}` : `Due in ${left.time}`}
    </span>
  )
}
