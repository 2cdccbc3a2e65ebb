import { useLayoutEffect, useRef, useState } from 'react'

interface Input {
  discard: () => void
}

/** Unsaved input of all dialogs, panels and pages in this tab. */
const inputs = new Set<Input>()
const listeners = new Set<() => void>()
let confirmation: { settle: (isDiscarded: boolean) => void } | null = null

/** Subscribes to changes of the unsaved input and of the discard confirmation. */
export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

export function hasUnsavedInput(): boolean {
  return inputs.size > 0
}

/** Returns whether the discard confirmation is open. */
export function isAskingToDiscard(): boolean {
  return confirmation !== null
}

/** Confirms that unsaved input may be discarded: true if there is none, false if a confirmation is already open. */
export function confirmDiscard(): Promise<boolean> {
  if (inputs.size === 0) return Promise.resolve(true)
  if (confirmation !== null) return Promise.resolve(false)
  return new Promise((resolve) => {
    confirmation = {
      settle: (isDiscarded) => {
        confirmation = null
        notify()
        resolve(isDiscarded)
      },
    }
    notify()
  })
}

/** Answers the open confirmation. */
export function answerDiscard(isDiscarded: boolean): void {
  confirmation?.settle(isDiscarded)
}

/** Discards all unsaved input after it was confirmed, so that no further confirmation opens. */
export function discardUnsaved(): void {
  for (const input of inputs) {
    inputs.delete(input)
    input.discard()
  }
  notify()
}

/** Ways for a form to leave the set of unsaved input. */
export interface UnsavedInput {
  /** Call after the input was sent or discarded with confirmation. */
  release: () => void
  /** Runs an action that discards the input, after confirmation if there is any. */
  leave: (go: () => void) => void
}

/** Registers a form's input as unsaved while it is dirty; `discard` resets the form. */
export function useUnsavedInput(isDirty: boolean, discard: () => void): UnsavedInput {
  const latest = useRef(discard)
  const [input] = useState<Input>(() => ({ discard: () => latest.current() }))
  useLayoutEffect(() => {
    latest.current = discard
  })
  useLayoutEffect(() => {
    if (!isDirty) return undefined
    inputs.add(input)
    notify()
    return () => {
      inputs.delete(input)
      notify()
    }
  }, [isDirty, input])

  function release() {
    if (inputs.delete(input)) notify()
  }

  return {
    release,
    leave(go) {
      if (!inputs.has(input)) return go()
      void confirmDiscard().then((isDiscarded) => {
        if (!isDiscarded) return
        release()
        go()
      })
    },
  }
}
