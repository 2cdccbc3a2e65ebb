import { session } from '@kobo/contract/session'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { send } from '../api/send.ts'
import { lastUseOfSession, type SessionEnd, sessionEnd, subscribeToSessionEnd } from '../api/session-end.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const SessionExpiryNotice = lazyComponent(() => import('./session-expiry-notice.tsx'), 'SessionExpiryNotice', {
  quiet: true,
})

const minuteMs = 60_000
const warnMs = 2 * minuteMs
const activities = ['keydown', 'pointerdown', 'pointermove', 'input', 'wheel'] as const

/** Counts keyboard and pointer input as use of the session, and warns before it ends. */
export function SessionExpiry() {
  useActivity()
  const end = useSyncExternalStore(subscribeToSessionEnd, sessionEnd)
  return end && <Countdown end={end} />
}

/** Extends the session during work without calls, with at most one request per minute. */
function useActivity(): void {
  useEffect(() => {
    let extendedAt = 0
    const onActivity = () => {
      const now = Date.now()
      if (now - Math.max(extendedAt, lastUseOfSession()) < minuteMs) return
      extendedAt = now
      extend()
    }
    const options = { capture: true, passive: true }
    for (const activity of activities) window.addEventListener(activity, onActivity, options)
    return () => {
      for (const activity of activities) window.removeEventListener(activity, onActivity, options)
    }
  }, [])
}

function Countdown({ end }: { end: SessionEnd }) {
  const endsAt = Math.min(end.idleAt, end.totalAt)
  const isIdle = end.idleAt < end.totalAt
  const [now, setNow] = useState(Date.now)
  const leftMs = endsAt - now
  const isNear = leftMs <= warnMs
  const isOver = leftMs <= 0

  useEffect(() => {
    const timer = setTimeout(
      () => setNow(Date.now()),
      Math.max(250, isNear ? 1_000 : Math.min(leftMs - warnMs, minuteMs)),
    )
    return () => clearTimeout(timer)
  }, [leftMs, isNear])

  // Another window may have extended the session, and only the server knows its end.
  useEffect(() => {
    if (isNear) refreshEnd()
  }, [isNear, isOver])

  return isNear && !isOver && <SessionExpiryNotice leftMs={leftMs} onStay={isIdle ? extend : undefined} />
}

/** Sends a call that counts as use. A failure is ignored here and shown by the next regular call. */
function extend(): void {
  send(session.profile, {}).catch(() => {})
}

/** Refreshes the session's end without counting as use. */
function refreshEnd(): void {
  send(session.profile, {}, { background: true }).catch(() => {})
}
