import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readShownByClock } from './use-api-query.ts'
import { useMode } from './use-mode.ts'

/**
 * Refetches everything on screen after the watched value of a record has changed: the list behind its panel, the panel over its
 * list, and the other parts of its page.
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
