import type { Dispute } from '@kobo/contract/disputes'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { isOpen } from '../dispute-record.ts'
import classes from './due-clock.module.css'

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

/** Returns the time until or since an instant, as `2 d 03:04:05`; null without a valid one. */
export function timeLeft(until: string | null | undefined, now: number): { isOver: boolean; time: string } | null {
  const left = Date.parse(until ?? '') - now
  if (Number.isNaN(left)) return null
  const seconds = Math.floor(Math.abs(left) / 1_000)
  const days = Math.floor(seconds / 86_400)
  const clock = `${twoDigits(seconds / 3_600, 24)}:${twoDigits(seconds / 60, 60)}:${twoDigits(seconds, 60)}`
  return { isOver: left <= 0, time: days > 0 ? `${days} d ${clock}` : clock }
}

function twoDigits(value: number, modulus: number): string {
  return String(Math.floor(value) % modulus).padStart(2, '0')
}
