import type { Mode } from '@kobo/contract/kit/mode'
import type { User } from '@kobo/contract/session'
import { toastFailure, toastNotice } from '../ui/toast.ts'
import type { ApiFailure } from './failure.ts'
import { forgetPerson, readStoredSession, type StoredSession, storeSession } from './stored-session.ts'

export type SessionState =
  | { state: 'loading'; failure: ApiFailure | null }
  /** `left`: by choice, in this tab. */
  | { state: 'signed-out'; left?: boolean }
  | { state: 'signed-in'; user: User; mode: Mode }

interface Held {
  /** What signs the calls of this tab, and the mode that its screen shows. */
  stored: StoredSession | null
  shown: SessionState
  /** Counts the changes of mode, so that an answer to an older question cannot turn the screen back. */
  turn: number
}

let held = initial()
const listeners = new Set<() => void>()

function initial(): Held {
  const stored = readStoredSession()
  return { stored, shown: stored ? { state: 'loading', failure: null } : { state: 'signed-out' }, turn: 0 }
}

function hold(change: Partial<Held>): void {
  held = { ...held, ...change }
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentSession(): SessionState {
  return held.shown
}

/** What a call needs to know when it starts. */
export function signer(): { stored: StoredSession | null; turn: number } {
  return { stored: held.stored, turn: held.turn }
}

export function beginSession(stored: StoredSession, user: User): void {
  storeSession(stored)
  hold({ stored, shown: { state: 'signed-in', user, mode: stored.mode }, turn: held.turn + 1 })
}

/** Leaves the session. How the console looks stays as it was chosen. */
export function leaveSession(): void {
  forgetPerson()
  endSession({ left: true })
}

function endSession({ left = false } = {}): void {
  hold({ stored: null, shown: { state: 'signed-out', left }, turn: held.turn + 1 })
}

/** The server no longer knows this session. Said once, however many calls hear of it. */
export function loseSession(sessionId: string): void {
  if (held.stored?.sessionId !== sessionId) return
  // Somebody else has signed in meanwhile, in another tab: what is stored is theirs.
  const stored = readStoredSession()
  if (stored && stored.sessionId !== sessionId) return followStorage()
  localStorage.clear()
  endSession()
  toastFailure('You are not authenticated, please login')
}

/** The profile came: the session lives. */
export function confirmSession(user: User, mode: Mode): void {
  if (held.stored === null) return
  const stored = { ...held.stored, mode }
  if (stored.mode !== held.stored.mode) storeSession(stored)
  hold({ stored, shown: { state: 'signed-in', user, mode } })
}

/** The profile could not be had, for a reason other than a lost session. */
export function delaySession(failure: ApiFailure | null): void {
  if (held.shown.state === 'loading') hold({ shown: { state: 'loading', failure } })
}

/** Shows another mode from now on, here and (through local storage) in the other tabs. */
export function adoptMode(mode: Mode): void {
  if (held.stored === null || held.stored.mode === mode) return
  const stored = { ...held.stored, mode }
  storeSession(stored)
  showMode(stored)
}

function showMode(stored: StoredSession): void {
  const shown = held.shown.state === 'signed-in' ? { ...held.shown, mode: stored.mode } : held.shown
  hold({ stored, shown, turn: held.turn + 1 })
}

/** Follows what another tab wrote: its logout, its sign-in, its change of mode. */
export function followStorage(): void {
  const stored = readStoredSession()
  if (stored === null) {
    if (held.stored !== null) endSession()
    return
  }
  if (stored.sessionId !== held.stored?.sessionId || stored.token !== held.stored.token) {
    hold({ stored, shown: { state: 'loading', failure: null }, turn: held.turn + 1 })
    return
  }
  if (stored.mode === held.stored.mode) return
  showMode(stored)
  announceMode(stored.mode)
}

/** Tells the operator of a change of mode that was made somewhere else. */
export function announceMode(mode: Mode): void {
  toastNotice(`The mode was changed in another window: this one shows ${modeName(mode)} now`)
}

function modeName(mode: Mode): string {
  return mode === 'PRODUCTION' ? 'Live' : 'Test'
}

/** Starts over as after a reload. */
export function reopenSession(): void {
  hold(initial())
}
