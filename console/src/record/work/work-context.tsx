import type { WorkItem } from '@kobo/contract/work-items'
import { createContext, type ReactNode, use, useState } from 'react'
import { holderSentence } from './holder.ts'
import { kindTexts } from './kind-text.ts'

interface KnownWork {
  /** Open work on the record; none until it has loaded. */
  items: readonly WorkItem[]
  setItems: (items: readonly WorkItem[]) => void
}

export const WorkContext = createContext<KnownWork | null>(null)

/** Makes the open work on a record known to its dialogs. */
export function WorkProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<readonly WorkItem[]>([])
  return <WorkContext value={{ items, setItems }}>{children}</WorkContext>
}

/** Names the colleagues who have work on the record, before the operator decides instead. */
export function ClaimNotice() {
  const items = use(WorkContext)?.items ?? []
  return items
    .filter(({ claim }) => claim && !claim.isOwn)
    .map((item) => <div key={item.id}>{`${kindTexts(item.kind).label}: ${holderSentence(item)}`}</div>)
}
