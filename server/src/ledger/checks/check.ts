import type { RawBuilder } from 'kysely'

/** What kind of harm a finding is. */
export type Harm = 'lost' | 'duplicated' | 'imbalance' | 'auditGaps'

/** One pass over the books that may find several kinds of fault: a row for each, with the id of what is wrong. */
export interface Check {
  faults: Record<string, { harm: Harm; sentence: string }>
  rows: RawBuilder<{ kind: string; id: string }>
}
