import type { Mode } from '@kobo/contract/kit/mode'
import type { User } from '@kobo/contract/session'
import { toastFailure, toastNotice } from '../ui/toast.ts'
import type { ApiError } from './api-error.ts'
import { forgetSessionEnd } from './session-end.ts'
import { forgetPerson, readStoredSession, type StoredSession, storeSession } from './stored-session.ts'

export type SessionState =
  | { state: 'loading'; failure: ApiError | null }
  /** `left`: by choice, in this tab. */
  | { state: 'signed-out'; left?: boolean }
  /** `startsOver`: this tab kept a page that this session must not show. */
  | { state: 'signed-in'; user: User; mode: Mode; startsOver?: boolean }

/** Whose page stays mounted, hidden, after the server ended its session, and the mode that it shows. */
export interface KeptPage {
  user: User
  mode: Mode
}

interface Held {
  /** What signs the calls of this tab, and the mode that its screen shows. */
  stored: StoredSession | null
  shown: SessionState
  kept: KeptPage | null
  /** Counts the changes of mode, so that an answer to an older question cannot turn the screen back. */
  turn: number
}

let held = initial()
const listeners = new Set<() => void>()

function initial(): Held {
  const stored = readStoredSession()
  const shown: SessionState = stored ? { state: 'loading', failure: null } : { state: 'signed-out' }
  return { stored, shown, kept: null, turn: 0 }
}

function hold(change: Partial<Held>): void {
  if (change.stored !== undefined && change.stored?.sessionId !== held.stored?.sessionId) forgetSessionEnd()
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

export function keptPage(): KeptPage | null {
  return held.kept
}

let forgetRead = () => {}

/** Names what forgets all that was read; it is called before anything of another session renders. */
export function onForget(forget: () => void): () => void {
  forgetRead = forget
  return () => {
    if (forgetRead === forget) forgetRead = () => {}
  }
}

/** What a call needs to know when it starts. */
export function signer(): { stored: StoredSession | null; turn: number } {
  return { stored: held.stored, turn: held.turn }
}

export function beginSession(stored: StoredSession, user: User): void {
  storeSession(stored)
  const turn = held.turn + 1
  // The kept page is shown in its own mode only, which the session takes before the page returns.
  if (held.kept && isSamePerson(held.kept.user, user) && held.kept.mode !== stored.mode) {
    hold({ stored, shown: { state: 'loading', failure: null }, turn })
    return
  }
  hold({ stored, ...entered(user, stored.mode), turn })
}

/** The kept page returns to the person and mode that it belongs to; for everybody else it is forgotten first. */
function entered(user: User, mode: Mode): Pick<Held, 'shown' | 'kept'> {
  const { kept } = held
  const returns = kept !== null && isSamePerson(kept.user, user) && kept.mode === mode
  if (kept === null || returns) return { shown: { state: 'signed-in', user, mode }, kept: null }
  forgetRead()
  return { shown: { state: 'signed-in', user, mode, startsOver: true }, kept: null }
}

export function isSamePerson(one: User, other: User): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id
  return one.email.toLowerCase() === other.email.toLowerCase()
}

/** Forgets the kept page, whose place on the screen another page has taken. */
export function dropKeptPage(): void {
  if (held.kept === null) return
  forgetRead()
  hold({ kept: null })
}

/** Leaves the session. How the console looks stays as it was chosen. */
export function leaveSession(): void {
  forgetPerson()
  endSession({ left: true })
}

function endSession({ left = false } = {}): void {
  if (held.shown.state !== 'signed-out' || held.kept) forgetRead()
  hold({ stored: null, shown: { state: 'signed-out', left }, kept: null, turn: held.turn + 1 })
}

/** The server ended the session: the page that is shown is kept for its person. */
function expireSession(): void {
  const { shown } = held
  const kept = shown.state === 'signed-in' ? { user: shown.user, mode: shown.mode } : held.kept
  if (!kept && shown.state !== 'signed-out') forgetRead()
  hold({ stored: null, shown: { state: 'signed-out' }, kept, turn: held.turn + 1 })
  toastFailure('You are not authenticated, please login')
}

/** The server no longer knows this session. Said once, however many calls hear of it. */
export function loseSession(sessionId: string): void {
  if (held.stored?.sessionId !== sessionId) return
  // Somebody else has signed in meanwhile, in another tab: what is stored is theirs.
  const stored = readStoredSession()
  if (stored && stored.sessionId !== sessionId) return followStorage()
  localStorage.clear()
  expireSession()
}

/** The profile came: the session lives. */
export function confirmSession(user: User, mode: Mode): void {
  if (held.stored === null) return
  const stored = { ...held.stored, mode }
  if (stored.mode !== held.stored.mode) storeSession(stored)
  const startsOver = held.shown.state === 'signed-in' && held.shown.startsOver
  if (startsOver && held.kept === null) hold({ stored, shown: { state: 'signed-in', user, mode, startsOver } })
  else hold({ stored, ...entered(user, mode) })
}

/** The profile could not be had, for a reason other than a lost session. */
export function delaySession(failure: ApiError | null): void {
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
  const shown = held.shown.state === 'signed-in' && !isModeHeld ? { ...held.shown, mode: stored.mode } : held.shown
  hold({ stored, shown, turn: held.turn + 1 })
}

/** Whether the screen holds unsaved input, which belongs to the mode that it shows. */
let isModeHeld = false

/** Keeps the screen in its mode while it holds unsaved input; afterwards it follows a change that was made elsewhere. */
export function holdMode(isHeld: boolean): void {
  isModeHeld = isHeld
  const mode = modeElsewhere()
  if (isHeld || mode === undefined || held.stored === null) return
  showMode(held.stored)
  announceMode(mode)
}

/** The mode that the session has turned to, while the screen still shows the other one. */
export function modeElsewhere(): Mode | undefined {
  const { stored, shown } = held
  return stored && shown.state === 'signed-in' && stored.mode !== shown.mode ? stored.mode : undefined
}

/**
 * Follows what another tab wrote: its logout, its sign-in, its change of mode. A tab that loses the session clears local
 * storage (`isCleared`); one that leaves it removes its entry.
 */
export function followStorage({ isCleared = false } = {}): void {
  const stored = readStoredSession()
  if (stored === null) {
    if (held.stored === null) return
    if (isCleared) expireSession()
    else endSession()
    return
  }
  if (stored.sessionId !== held.stored?.sessionId || stored.token !== held.stored.token) {
    if (!held.kept) forgetRead()
    hold({ stored, shown: { state: 'loading', failure: null }, turn: held.turn + 1 })
    return
  }
  if (stored.mode === held.stored.mode) return
  showMode(stored)
  announceMode(stored.mode)
}

/** Tells the operator of a change of mode that was made somewhere else. */
export function announceMode(mode: Mode): void {
  if (modeElsewhere() === mode) return // The form that holds this window's mode says so.
  toastNotice(`The mode was changed in another window: this one shows ${modeName(mode)} now`)
}

export function modeName(mode: Mode): string {
  return mode === 'PRODUCTION' ? 'Live' : 'Test'
}

/** Starts over as after a reload. */
export function reopenSession(): void {
  forgetSessionEnd()
  hold(initial())
}
