import { type ReactNode, type RefObject, useRef } from 'react'
import { useSearchParams } from '../ui/use-search-params.ts'

export interface RecordTab {
  status: string
  label: string
  content: ReactNode
  /** The tab holds one list, which scrolls by itself and is at most as high as the window. */
  isList?: boolean
}

/** State of a record's tabs, shared by the header and the tabs. */
export interface TabsOfRecord {
  label: string
  tabs: readonly RecordTab[]
  current: RecordTab
  /** Whether the search params name the current tab. */
  isNamed: boolean
  address: (tab: { status: string }) => string
  /** Element of the current tab's content. */
  panel: RefObject<HTMLDivElement | null>
}

/**
 * Manages the tabs of a record, selected by the search param `status`; the first one is the default. Links to other tabs keep
 * the search params in `preservedKeys`.
 */
export function useRecordTabs(
  label: string,
  tabs: readonly [RecordTab, ...RecordTab[]],
  preservedKeys: readonly string[] = [],
): TabsOfRecord {
  const { search, only } = useSearchParams()
  const panel = useRef<HTMLDivElement>(null)
  const named = tabs.find((tab) => tab.status === search.status)
  const preserved = Object.fromEntries(preservedKeys.map((key) => [key, search[key]]))
  const address = ({ status }: { status: string }) => only({ status, ...preserved })
  return { label, tabs, current: named ?? tabs[0], isNamed: named !== undefined, address, panel }
}
