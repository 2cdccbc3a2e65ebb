import type { Data } from '@kobo/contract/kit/call'
import { session } from '@kobo/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { ApiFailure } from './failure.ts'
import { send, setServerTime } from './send.ts'
import {
  beginSession,
  confirmSession,
  currentSession,
  delaySession,
  followStorage,
  type SessionState,
  signer,
  subscribe,
} from './session-store.ts'
import type { StoredSession } from './stored-session.ts'

/** Who is signed in and which mode the screen shows. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession)
}

/** Restores the session on reload, and follows what other tabs do with it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const sessionId = useSyncExternalStore(subscribe, () => signer().stored?.sessionId)
  const queries = useQueryClient()

  useEffect(() => {
    if (state === 'loading') void restoreSession()
  }, [state, sessionId])

  // What one session read is gone before the next one shows anything, whoever begins it and in whichever tab.
  const before = useRef({ state, sessionId })
  useEffect(() => {
    const { current } = before
    before.current = { state, sessionId }
    // A console that begins has read nothing yet, and what its first screen asks must not be taken from it.
    const hasLeft = state === 'signed-out' && current.state !== 'signed-out'
    if (hasLeft || current.sessionId !== sessionId) queries.clear()
  }, [state, sessionId, queries])

  useEffect(() => {
    // A tab that slept, or that the browser kept for its Back button, has missed what happened meanwhile.
    const follow = () => followStorage()
    for (const event of awakenings) window.addEventListener(event, follow)
    return () => {
      for (const event of awakenings) window.removeEventListener(event, follow)
    }
  }, [])

  return children
}

const awakenings = ['storage', 'pageshow', 'visibilitychange', 'focus']

/** Begins the session that a sign-in opened. */
export function openSession({ token, sessionId, user, mode, serverTime }: Data<typeof session.verify>): void {
  setServerTime(serverTime)
  beginSession({ token, sessionId, mode }, user)
}

let underWay: { asked: StoredSession | null; done: Promise<void> } | undefined

/** Asks who is signed in, once at a time. A 401 ends the session by itself. */
export function restoreSession(): Promise<void> {
  const asked = signer().stored
  if (underWay?.asked !== asked)
    underWay = { asked, done: restore(asked?.sessionId).finally(() => (underWay = undefined)) }
  return underWay?.done ?? Promise.resolve()
}

async function restore(asked: string | undefined): Promise<void> {
  delaySession(null)
  try {
    const { data } = await send(session.profile, {})
    if (asked === signer().stored?.sessionId) confirmSession(data.user, data.mode)
  } catch (problem) {
    if (problem instanceof ApiFailure && asked === signer().stored?.sessionId) delaySession(problem)
  }
}
