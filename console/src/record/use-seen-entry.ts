import { useEffect, useState } from 'react'
import { useSearchParams } from '../ui/use-search-params.ts'

/** History entries shown before. For these, Back restores the scroll position. */
const seenEntries = new Set<string>()

/** Returns whether the current history entry had been shown before this component mounted. */
export function useSeenEntry(): boolean {
  const { entry } = useSearchParams()
  const [wasSeen] = useState(() => seenEntries.has(entry))
  useEffect(() => {
    seenEntries.add(entry)
  }, [entry])
  return wasSeen
}
