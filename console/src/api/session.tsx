import type { Data } from '@kobo/contract/kit/call'
import type { Mode } from '@kobo/contract/kit/mode'
import { type User, session } from '@kobo/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { toastNotice } from '../ui/toast.ts'
import { ApiError, isUnauthenticated } from './api-error.ts'
import { setServerTime } from './clock.ts'
import { send } from './send.ts'
import {
  type KeptPage,
  type SessionState,
  beginSession,
  confirmSession,
  currentSession,
  delaySession,
  followStorage,
  isSamePerson,
  readKeptPage,
  modeElsewhere,
  modeName,
  onForget,
  signer,
  subscribe,
} from './session-store.ts'
import type { StoredSession } from './stored-session.ts'

/** Returns the session and the mode on screen; inside a kept page, those for which the page was kept. */
export function useSession(): SessionState {
  const current = useSyncExternalStore(subscribe, currentSession)
  return useContext(PageSession) ?? current
}

/** Session of the page itself, unchanged while the page is kept. */
export const PageSession = createContext<SessionState | null>(null)

export function useKeptPage(): KeptPage | null {
  return useSyncExternalStore(subscribe, readKeptPage)
}

/** Returns whether the page may send calls. A kept page may not. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, () => currentSession().state === 'signed-in')
}

/** Restores the session on reload, and follows the changes of other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const sessionId = useSyncExternalStore(subscribe, () => signer().stored?.sessionId)
  const queries = useQueryClient()

  useEffect(() => {
    if (state === 'loading') void restoreSession()
  }, [state, sessionId])

  useEffect(
    () =>
      onForget(
        () => queries.clear(),
        () => {
          // What is not on screen may hold what the operator may not read any more.
          queries.removeQueries({ type: 'inactive' })
          void queries.invalidateQueries()
        },
      ),
    [queries],
  )

  useEffect(() => {
    // A tab that slept, or came from the back/forward cache, has missed events.
    const sync = (event: Event) => followStorage({ isCleared: event instanceof StorageEvent && event.key === null })
    for (const event of wakeEvents) window.addEventListener(event, sync)
    return () => {
      for (const event of wakeEvents) window.removeEventListener(event, sync)
    }
  }, [])

  return children
}

const wakeEvents = ['storage', 'pageshow', 'visibilitychange', 'focus']

/** Starts the session that a sign-in opened. */
export function openSession({ token, sessionId, user, mode, serverTime }: Data<typeof session.verify>): void {
  setServerTime(serverTime)
  beginSession({ token, sessionId, mode }, user)
}

let pendingRestore: { stored: StoredSession | null; promise: Promise<void> } | undefined

/** Loads the profile; concurrent calls share one request. A 401 ends the session in `send`. */
export function restoreSession(): Promise<void> {
  const stored = signer().stored
  if (pendingRestore?.stored !== stored)
    pendingRestore = { stored, promise: restore(stored?.sessionId).finally(() => (pendingRestore = undefined)) }
  return pendingRestore?.promise ?? Promise.resolve()
}

async function restore(sessionId: string | undefined): Promise<void> {
  delaySession(null)
  try {
    const { data } = await send(session.profile, {})
    const mode = await adoptModeOfKeptPage(data.user, data.mode)
    if (sessionId === signer().stored?.sessionId) confirmSession(data.user, mode)
  } catch (problem) {
    if (problem instanceof ApiError && sessionId === signer().stored?.sessionId) delaySession(problem)
  }
}

/** Changes the session to the kept page's mode if its person signed in. If that fails, the page is closed. */
async function adoptModeOfKeptPage(user: User, mode: Mode): Promise<Mode> {
  const page = readKeptPage()
  if (!page || page.mode === mode || !isSamePerson(page.user, user)) return mode
  try {
    await send(session.changeMode, { mode: page.mode }, { mode })
    return page.mode
  } catch (problem) {
    if (isUnauthenticated(problem)) throw problem
    toastNotice(
      `The page was closed because it shows ${modeName(page.mode)} data and your session is in ${modeName(mode)} mode`,
    )
    return mode
  }
}

/** Returns the mode on screen; undefined while signed out. */
export function useMode(): Mode | undefined {
  const current = useSession()
  return current.state === 'signed-in' ? current.mode : undefined
}

/** Returns the mode that the session changed to in another window, while this screen still shows the other one. */
export function useModeElsewhere(): Mode | undefined {
  return useSyncExternalStore(subscribe, modeElsewhere)
}
