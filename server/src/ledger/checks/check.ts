import type { RawBuilder } from 'kysely'

/** What kind of harm a finding is. */
export type Severity = 'lost' | 'duplicated' | 'imbalance' | 'auditGaps'

type Rows = RawBuilder<{ kind: string; id: string }>

/** One pass over the books that may find several kinds of fault: a row for each, with the id of what is wrong. */
export interface Check {
  faults: Record<string, { harm: Severity; sentence: string }>
  /** All of it at once, or what a table's rows of some weeks hold, where each row is judged by itself. */
  rows: Rows | { of: 'transaction' | 'transfer'; between: (piece: Piece) => Rows }
}

/** The ids from one to just before another. */
export interface Piece {
  from: string
  until: string
}
