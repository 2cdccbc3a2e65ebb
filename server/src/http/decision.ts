import { type Named, staffName } from './staff-name.ts'

interface Decided {
  decided_at: string | null
  decision_reason: string | null
}

/** Returns the last decision: by whom, when and why; null without one. */
export function decision(row: Decided, by: Named) {
  return row.decided_at === null
    ? null
    : { staffName: staffName(by), decidedAt: row.decided_at, reason: row.decision_reason }
}
