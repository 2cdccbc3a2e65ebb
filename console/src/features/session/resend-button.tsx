import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { ApiError, lastResort } from '../../api/api-error.ts'
import { toastFailure, toastSuccess } from '../../ui/toast.ts'
import classes from './session-card.module.css'

interface ResendButtonProps {
  /** Instant from which a new code may be requested, in milliseconds since 1970. */
  allowedAt: number
  onResend: () => Promise<void>
}

/** Requests a new code once the waiting time is over. */
export function ResendButton({ allowedAt, onResend }: ResendButtonProps) {
  const [now, setNow] = useState(serverNow)
  const [sending, setSending] = useState(false)
  const [refusedUntil, setRefusedUntil] = useState(0)
  useInterval(() => setNow(serverNow()), 1_000, { autoInvoke: true })
  const seconds = Math.ceil((Math.max(allowedAt, refusedUntil) - now) / 1_000)

  async function resend() {
    setSending(true)
    try {
      await onResend()
      toastSuccess('A new code is on its way')
    } catch (problem) {
      toastFailure(problem instanceof Error ? problem.message : lastResort)
      if (problem instanceof ApiError) setRefusedUntil(serverNow() + (problem.retryAfterSeconds ?? 0) * 1_000)
    } finally {
      setNow(serverNow())
      setSending(false)
    }
  }

  return (
    <button type="button" className={classes.link} disabled={sending || seconds > 0} onClick={() => void resend()}>
      {sending ? 'Sending...' : seconds > 0 ? `Resend in ${seconds} s` : 'Resend the code'}
    </button>
  )
}
