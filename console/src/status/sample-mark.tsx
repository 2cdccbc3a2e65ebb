import { StatusTag } from './status-tag.tsx'
import type { StatusMap } from './statuses.ts'

/** Marks what shows sample data: nothing of it is true, and nothing that is done about it has an effect. */
export function SampleMark() {
  return <StatusTag of="Sample data" map={sample} />
}

const sample: StatusMap = { known: {}, other: { tone: 'orange' } }
