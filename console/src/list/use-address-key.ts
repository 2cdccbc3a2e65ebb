import { useRouter } from '@tanstack/react-router'
import { useOwnLocation } from './use-list-state.ts'

/** What a key of the address says, such as the record in a panel over a list, and how to take the key away again. */
export function useAddressKey(key: string): [value: string | null, clear: () => void] {
  const router = useRouter()
  const at = useOwnLocation()

  function clear() {
    // Back undoes the opening, so that the list stays one entry; a shared address has nothing to go back to.
    if (at.state.openedHere) return router.history.back()
    const query = new URLSearchParams(at.searchStr)
    query.delete(key)
    router.history.replace(`${at.pathname}?${query}`, { listFilters: at.state.listFilters ?? {} })
  }
  return [new URLSearchParams(at.searchStr).get(key), clear]
}
