import { type ReactNode, type RefObject, useRef } from 'react'
import { useSearchParams } from '../ui/use-search-params.ts'

export interface RecordTab {
  status: string
  label: string
  content: ReactNode
  /** The one list in it scrolls in itself, at most as high as the window. */
  isList?: boolean
}

/** The tabs of a record, as its header and the tabs themselves know them. */
export interface TabsOfRecord {
  label: string
  tabs: readonly RecordTab[]
  current: RecordTab
  /** Whether the address names the current one. */
  isNamed: boolean
  address: (tab: { status: string }) => string
  /** Where what the tab holds stands in the page. */
  panel: RefObject<HTMLDivElement | null>
}

/**
 * What belongs to a record and has lists of its own, one thing to a tab, the tab named by `status` in the address. The
 * first one shows where the address names none; another tab's address keeps the keys named last.
 */
export function useRecordTabs(
  label: string,
  tabs: readonly [RecordTab, ...RecordTab[]],
  keeps: readonly string[] = [],
): TabsOfRecord {
  const { search, only } = useSearchParams()
  const panel = useRef<HTMLDivElement>(null)
  const named = tabs.find((tab) => tab.status === search.status)
  const kept = Object.fromEntries(keeps.map((key) => [key, search[key]]))
  const address = ({ status }: { status: string }) => only({ status, ...kept })
  return { label, tabs, current: named ?? tabs[0], isNamed: named !== undefined, address, panel }
}
