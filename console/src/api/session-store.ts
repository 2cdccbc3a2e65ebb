import type { Mode } from '@kobo/contract/kit/mode'
import type { User } from '@kobo/contract/session'
import { toastFailure, toastNotice } from '../ui/toast.ts'
import type { ApiError } from './api-error.ts'
import { clearSessionEnd } from './session-end.ts'
import { clearPerson, readStoredSession, type StoredSession, storeSession } from './stored-session.ts'

export type SessionState =
  | { state: 'loading'; failure: ApiError | null }
  /** `left`: signed out by the operator, in this tab. */
  | { state: 'signed-out'; left?: boolean }
  /** `startsOver`: this tab kept a page that the new session must not show. */
  | { state: 'signed-in'; user: User; mode: Mode; startsOver?: boolean }

/** Person and mode of the page that stays mounted and hidden after the server ended its session. */
export interface KeptPage {
  user: User
  mode: Mode
}

interface Store {
  /** Session that signs this tab's calls, including its mode. The screen may still show the other mode. */
  stored: StoredSession | null
  shown: SessionState
  kept: KeptPage | null
  /** Counts session and mode changes, so that a response to an older request cannot change the screen back. */
  turn: number
}

let store = initial()
const listeners = new Set<() => void>()

function initial(): Store {
  const stored = readStoredSession()
  const shown: SessionState = stored ? { state: 'loading', failure: null } : { state: 'signed-out' }
  return { stored, shown, kept: null, turn: 0 }
}

function update(change: Partial<Store>): void {
  if (change.stored !== undefined && change.stored?.sessionId !== store.stored?.sessionId) clearSessionEnd()
  store = { ...store, ...change }
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentSession(): SessionState {
  return store.shown
}

export function readKeptPage(): KeptPage | null {
  return store.kept
}

let clearCachedData = () => {}
let refetchData = () => {}

/**
 * Registers the callbacks that clear all cached data, before anything of another session renders, and that refetch what is on
 * screen.
 */
export function onForget(forget: () => void, refetch: () => void): () => void {
  clearCachedData = forget
  refetchData = refetch
  return () => {
    if (clearCachedData !== forget) return
    clearCachedData = () => {}
    refetchData = () => {}
  }
}

/** Returns the session and the turn under which a call starts. */
export function signer(): { stored: StoredSession | null; turn: number } {
  return { stored: store.stored, turn: store.turn }
}

export function beginSession(stored: StoredSession, user: User): void {
  storeSession(stored)
  const turn = store.turn + 1
  // A kept page is shown in its own mode only, so the session changes to that mode before the page returns.
  if (store.kept && isSamePerson(store.kept.user, user) && store.kept.mode !== stored.mode) {
    update({ stored, shown: { state: 'loading', failure: null }, turn })
    return
  }
  update({ stored, ...signedInState(user, stored.mode), turn })
}

/** Restores the kept page for the person and mode it belongs to. For anyone else, its data is cleared first. */
function signedInState(user: User, mode: Mode): Pick<Store, 'shown' | 'kept'> {
  const { kept } = store
  const isReturning = kept !== null && isSamePerson(kept.user, user) && kept.mode === mode
  if (kept === null || isReturning) return { shown: { state: 'signed-in', user, mode }, kept: null }
  clearCachedData()
  return { shown: { state: 'signed-in', user, mode, startsOver: true }, kept: null }
}

export function isSamePerson(user: User, other: User): boolean {
  if (user.id !== undefined && other.id !== undefined) return user.id === other.id
  return user.email.toLowerCase() === other.email.toLowerCase()
}

/** Clears the kept page after another page has replaced it. */
export function dropKeptPage(): void {
  if (store.kept === null) return
  clearCachedData()
  update({ kept: null })
}

/** Signs out in this browser. Display preferences are kept. */
export function leaveSession(): void {
  clearPerson()
  endSession({ left: true })
}

function endSession({ left = false } = {}): void {
  if (store.shown.state !== 'signed-out' || store.kept) clearCachedData()
  update({ stored: null, shown: { state: 'signed-out', left }, kept: null, turn: store.turn + 1 })
}

/** Signs out because the server ended the session. The page is kept for the same person. */
function expireSession(): void {
  const { shown } = store
  const kept = shown.state === 'signed-in' ? { user: shown.user, mode: shown.mode } : store.kept
  if (!kept && shown.state !== 'signed-out') clearCachedData()
  update({ stored: null, shown: { state: 'signed-out' }, kept, turn: store.turn + 1 })
  toastFailure('You are not authenticated, please login')
}

/** Handles a session that the server no longer accepts. Notifies once, however many calls receive the error. */
export function loseSession(sessionId: string): void {
  if (store.stored?.sessionId !== sessionId) return
  // Another session was opened in another tab meanwhile, and the stored session belongs to it.
  const stored = readStoredSession()
  if (stored && stored.sessionId !== sessionId) return followStorage()
  localStorage.clear()
  expireSession()
}

/** Marks the session as live after the profile was received. */
export function confirmSession(user: User, mode: Mode): void {
  if (store.stored === null) return
  const stored = { ...store.stored, mode }
  if (stored.mode !== store.stored.mode) storeSession(stored)
  const startsOver = store.shown.state === 'signed-in' && store.shown.startsOver
  if (startsOver && store.kept === null) update({ stored, shown: { state: 'signed-in', user, mode, startsOver } })
  else update({ stored, ...signedInState(user, mode) })
}

/** Shows the operator with their current rights, under which everything on screen is read again. */
export function updateUser(user: User): void {
  if (store.shown.state !== 'signed-in' || !isSamePerson(store.shown.user, user)) return
  update({ shown: { ...store.shown, user } })
  refetchData()
}

/** Records why the profile could not be loaded, if the session itself is not lost. */
export function delaySession(failure: ApiError | null): void {
  if (store.shown.state === 'loading') update({ shown: { state: 'loading', failure } })
}

/** Changes the mode here and, through local storage, in the other tabs. */
export function adoptMode(mode: Mode): void {
  if (store.stored === null || store.stored.mode === mode) return
  const stored = { ...store.stored, mode }
  storeSession(stored)
  showMode(stored)
}

function showMode(stored: StoredSession): void {
  const shown = store.shown.state === 'signed-in' && !isModeHeld ? { ...store.shown, mode: stored.mode } : store.shown
  update({ stored, shown, turn: store.turn + 1 })
}

/** Whether the screen holds unsaved input, which belongs to the mode it shows. */
let isModeHeld = false

/** Keeps the screen's mode while it holds unsaved input. Afterwards the screen follows a change made elsewhere. */
export function holdMode(isHeld: boolean): void {
  isModeHeld = isHeld
  const mode = modeElsewhere()
  if (isHeld || mode === undefined || store.stored === null) return
  showMode(store.stored)
  announceMode(mode)
}

/** Returns the session's new mode while the screen still shows the other one. */
export function modeElsewhere(): Mode | undefined {
  const { stored, shown } = store
  return stored && shown.state === 'signed-in' && stored.mode !== shown.mode ? stored.mode : undefined
}

/**
 * Follows another tab's sign-out, sign-in or mode change. A tab that loses the session clears local storage (`isCleared`); a tab
 * that signs out removes its entry.
 */
export function followStorage({ isCleared = false } = {}): void {
  const stored = readStoredSession()
  if (stored === null) {
    if (store.stored === null) return
    if (isCleared) expireSession()
    else endSession()
    return
  }
  if (stored.sessionId !== store.stored?.sessionId || stored.token !== store.stored.token) {
    if (!store.kept) clearCachedData()
    update({ stored, shown: { state: 'loading', failure: null }, turn: store.turn + 1 })
    return
  }
  if (stored.mode === store.stored.mode) return
  showMode(stored)
  announceMode(stored.mode)
}

/** Notifies the operator of a mode change made elsewhere. */
export function announceMode(mode: Mode): void {
  if (modeElsewhere() === mode) return // The form that holds this window's mode says so.
  toastNotice(`The mode was changed in another window. This window now shows ${modeName(mode)}`)
}

export function modeName(mode: Mode): string {
  return mode === 'PRODUCTION' ? 'Live' : 'Test'
}

/** Restarts from local storage, as a reload does. */
export function reopenSession(): void {
  clearSessionEnd()
  update(initial())
}
