import type { WorkItem } from '@kobo/contract/work-items'
import { listDateTime } from '../../ui/dates.tsx'
import { createContext, type ReactNode, use, useState } from 'react'

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

/** Names the colleague who has the work on the record, before the operator decides instead. */
export function ClaimNotice() {
  const held = use(WorkContext)?.items.flatMap(({ claim }) => (claim && !claim.isOwn ? [claim] : [])) ?? []
  return held.map(({ staffId, staffName, since }) => (
    <div key={staffId}>{`${staffName} has this since ${listDateTime(since)}`}</div>
  ))
}
