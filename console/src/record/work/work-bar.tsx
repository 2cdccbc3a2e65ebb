import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import { hasWork } from '@kobo/contract/kit/work-kinds'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useIdle } from '../../ui/preload.ts'

const WorkOfRecord = lazyComponent(() => import('./work-of-record.tsx'), 'WorkOfRecord', { quiet: true })

interface WorkBarProps {
  of: Pick<RecordReference, 'type' | 'id'>
  /** Where it stands: over the lower edge of a page, or below the body of a panel. */
  place: 'page' | 'panel'
}

/** Open work on a record: when it is due, who has it, and after its end the next item. Loads when nothing else does. */
export function WorkBar({ of: record, place }: WorkBarProps) {
  const isIdle = useIdle(true)
  return isIdle && hasWork(record.type) && <WorkOfRecord key={record.id} of={record} place={place} />
}
