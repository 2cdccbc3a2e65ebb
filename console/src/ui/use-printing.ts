import { useSyncExternalStore } from 'react'

let isPrinted = false

/** Returns whether the page is laid out for print. It then renders all rows and includes text that is on screen elsewhere. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting)
}

function isPrinting(): boolean {
  return isPrinted || window.matchMedia('print').matches
}

/** `beforeprint` fires before the print layout; print previews of developer tools only change the media query. */
function subscribe(onChange: () => void) {
  const onPrint = (printed: boolean) => () => {
    isPrinted = printed
    onChange()
  }
  const [before, after] = [onPrint(true), onPrint(false)]
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
