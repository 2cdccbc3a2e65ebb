import { useEffect, useSyncExternalStore } from 'react'

let area: string | undefined
const listeners = new Set<() => void>()

function setArea(address: string | undefined): void {
  area = address
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the address of the area to which the page on screen says that it belongs; by default its own address tells. */
export function usePageArea(): string | undefined {
  return useSyncExternalStore(subscribe, () => area)
}

/** States the area of a record's page, empty while unknown: the address of a transaction is the same in all areas. */
export function useAreaOf(address: string): void {
  useEffect(() => {
    setArea(address)
    return () => setArea(undefined)
  }, [address])
}
