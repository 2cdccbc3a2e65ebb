import { type Ref, useImperativeHandle } from 'react'

/** Proxy for an existing element, next to which Mantine places a panel. */
export function Anchor({ at, ref }: { at: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => at, [at])
  return null
}
