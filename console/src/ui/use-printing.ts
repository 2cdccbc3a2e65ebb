import { useSyncExternalStore } from 'react'

let isPrinted = false

/** Whether the page is laid out for paper: it then holds all of what is shown, and says what a screen shows elsewhere. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting)
}

function isPrinting(): boolean {
  return isPrinted || window.matchMedia('print').matches
}

/** A browser that is about to print says so before it lays the page out; tools that only show how it would look do not. */
function subscribe(onChange: () => void) {
  const turn = (printed: boolean) => () => {
    isPrinted = printed
    onChange()
  }
  const [before, after] = [turn(true), turn(false)]
  const paper = window.matchMedia('print')
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  paper.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    paper.removeEventListener('change', onChange)
  }
}
