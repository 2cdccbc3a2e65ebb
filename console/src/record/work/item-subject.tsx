import type { WorkItem } from '@kobo/contract/work-items'
import { Subject } from '../subject.tsx'
import { kindTexts } from './kind-text.ts'

export interface ItemDialogProps {
  row: WorkItem
  onClose: () => void
}

/** Names an item in a dialog. */
export function ItemSubject({ of: { kind, record }, prompt }: { of: WorkItem; prompt: string }) {
  return <Subject prompt={prompt} name={`${kindTexts(kind).label}: ${record.name}`} />
}
