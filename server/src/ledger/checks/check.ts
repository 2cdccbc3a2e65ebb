import type { RawBuilder } from 'kysely'

/** Harm of a finding. */
export type Severity = 'lost' | 'duplicated' | 'imbalance' | 'auditGaps'

type Rows = RawBuilder<{ kind: string; id: string }>

/** One pass over the ledger that may find several kinds of fault: one row each, with the id of the faulty record. */
export interface Check {
  faults: Record<string, { harm: Severity; sentence: string }>
  /** One query, or one per chunk of a table of some weeks, in which each row is judged independently. */
  rows: Rows | { of: 'transaction' | 'transfer'; between: (piece: Piece) => Rows }
}

/** A range of ids, its end excluded. */
export interface Piece {
  from: string
  until: string
}
