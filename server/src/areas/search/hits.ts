import type { Mode } from '@kobo/contract/kit/mode'
import type { HitKind, HitReason, SearchHit } from '@kobo/contract/search'
import type { Database } from '../../db/database.ts'
import type { Seal } from '../../seal.ts'

/** Context of one search. */
export interface SearchContext {
  db: Database
  /** The operator's mode. */
  mode: Mode
  seal: Seal
}

/** Record that matches a text. Rank 0 is a match of the whole value, 1 of its beginning, 2 of any part. */
export interface Hit extends SearchHit {
  kind: HitKind
  mode: string
  why: HitReason[]
  rank: number
}

export const hitsPerKind = 8

/** Sorts hits of the operator's mode first, then by rank, and merges the hits of one record. */
export function inOrder(hits: readonly Hit[], mode: Mode): SearchHit[] {
  const sorted = hits.toSorted((a, b) => Number(a.mode !== mode) - Number(b.mode !== mode) || a.rank - b.rank)
  const found = new Map<string, Hit>()
  for (const hit of sorted) {
    const existing = found.get(`${hit.kind} ${hit.id}`)
    if (existing) existing.why = [...new Set([...existing.why, ...hit.why])]
    else found.set(`${hit.kind} ${hit.id}`, { ...hit })
  }
  const shown = new Map<string, number>()
  return [...found.values()].filter((hit) => {
    const count = shown.get(hit.kind) ?? 0
    shown.set(hit.kind, count + 1)
    return count < hitsPerKind
  })
}
