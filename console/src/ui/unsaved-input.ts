import { useLayoutEffect, useRef, useState } from 'react'

interface Input {
  discard: () => void
}

/** What operators have entered and not sent, in every dialog, panel and page of this tab. */
const inputs = new Set<Input>()
const listeners = new Set<() => void>()
let question: { answer: (isDiscarded: boolean) => void } | null = null

/** Hears of every change of what is unsaved, and of the question whether to discard it. */
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

/** Whether the operator is being asked to confirm. */
export function isAskingToDiscard(): boolean {
  return question !== null
}

/** Asks whether what was entered may be lost; true at once where nothing was. A second question while one is open is refused. */
export function confirmDiscard(): Promise<boolean> {
  if (inputs.size === 0) return Promise.resolve(true)
  if (question !== null) return Promise.resolve(false)
  return new Promise((resolve) => {
    question = {
      answer: (isDiscarded) => {
        question = null
        notify()
        resolve(isDiscarded)
      },
    }
    notify()
  })
}

/** Takes the operator's answer. */
export function answerDiscard(isDiscarded: boolean): void {
  question?.answer(isDiscarded)
}

/** Empties every form that holds unsaved input: the operator has confirmed it, and nothing asks again. */
export function discardUnsaved(): void {
  for (const input of inputs) {
    inputs.delete(input)
    input.discard()
  }
  notify()
}

/** How a form leaves the list of unsaved input. */
export interface UnsavedInput {
  /** The input was sent, or given up with a confirmation. */
  release: () => void
  /** Does what loses the input, after a confirmation where there is any. */
  leave: (go: () => void) => void
}

/** Counts a form's input as unsaved while it is dirty; `discard` empties the form. */
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
