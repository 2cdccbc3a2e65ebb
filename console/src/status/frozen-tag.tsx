import { StatusTag } from './status-tag.tsx'
import type { StatusMap } from './statuses.ts'

const frozen: StatusMap = { known: {}, other: { tone: 'blue' } }

/** Marks a record that a freeze binds. */
export function FrozenTag() {
  return <StatusTag of="Frozen" map={frozen} />
}
