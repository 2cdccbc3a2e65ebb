import type { Mode } from '@kobo/contract/kit/mode'
import type { HitKind, HitReason, SearchHit } from '@kobo/contract/search'
import type { Database } from '../../db/database.ts'
import type { Seal } from '../../seal.ts'

/** What one search works with. */
export interface Looking {
  db: Database
  /** The mode that is looked at. */
  mode: Mode
  seal: Seal
}

/** A record that a text names, and how exactly: 0 is all of it, 1 how it begins, 2 a piece of it. */
export interface Hit extends SearchHit {
  kind: HitKind
  mode: string
  why: HitReason[]
  rank: number
}

export const hitsPerKind = 8

/** Those of the mode that is looked at first, in each mode the exact ones; a record that was found twice stands once. */
export function inOrder(hits: readonly Hit[], mode: Mode): SearchHit[] {
  const sorted = hits.toSorted(
    (one, other) => Number(one.mode !== mode) - Number(other.mode !== mode) || one.rank - other.rank,
  )
  const found = new Map<string, Hit>()
  for (const hit of sorted) {
    const earlier = found.get(`${hit.kind} ${hit.id}`)
    if (earlier) earlier.why = [...new Set([...earlier.why, ...hit.why])]
    else found.set(`${hit.kind} ${hit.id}`, { ...hit })
  }
  const shown = new Map<string, number>()
  return [...found.values()].filter((hit) => {
    const before = shown.get(hit.kind) ?? 0
    shown.set(hit.kind, before + 1)
    return before < hitsPerKind
  })
}
