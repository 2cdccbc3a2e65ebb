import { type Ref, useImperativeHandle } from 'react'

/** Stands for an element that is on the page already, so that the UI kit places a panel beside it. */
export function Anchor({ at, ref }: { at: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => at, [at])
  return null
}
