import { StatusTag } from './status-tag.tsx'
import type { StatusMap } from './statuses.ts'

/** Marks sample data, which is not real and on which actions have no effect. */
export function SampleMark() {
  return <StatusTag of="Sample data" map={sample} />
}

const sample: StatusMap = { known: {}, other: { tone: 'orange' } }
