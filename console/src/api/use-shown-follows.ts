import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readShownByClock } from './use-api-query.ts'
import { useMode } from './use-mode.ts'

/**
 * Once what is watched of a record has become another, all that the screen shows is read anew: the list behind its panel, the
 * panel over its list, the other parts of its page.
 */
export function useShownFollows(id: string, watched: unknown): void {
  const queries = useQueryClient()
  const mode = useMode()
  const seen = useRef<{ id: string; watched: unknown }>(undefined)
  useEffect(() => {
    if (watched === undefined) return
    const before = seen.current
    seen.current = { id, watched }
    if (before?.id === id && before.watched !== watched && mode !== undefined) readShownByClock(queries, mode)
  }, [id, watched, queries, mode])
}
