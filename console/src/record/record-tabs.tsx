import { Suspense, useDeferredValue } from 'react'
import { Tabs } from '../list/tabs.tsx'
import { ErrorBoundary } from '../ui/load-error.tsx'
import classes from './record-tabs.module.css'
import { useScrollToTab } from './use-scroll-to-tab.ts'
import type { TabsOfRecord } from './use-record-tabs.ts'

/** Tabs at the bottom of a record page, with the current tab's content. */
export function RecordTabs({ of: { label, tabs, current, isNamed, address, panel } }: { of: TabsOfRecord }) {
  useScrollToTab(panel, isNamed)
  // The record renders first, unless the address names a tab.
  const isWanted = useDeferredValue(true, isNamed)
  return (
    <div className={classes.tabs}>
      <Tabs label={label} tabs={tabs} current={current.status} address={address} />
      <div
        ref={panel}
        role="tabpanel"
        tabIndex={-1}
        aria-label={current.label}
        className={classes.panel}
        data-list={current.isList || undefined}
      >
        <ErrorBoundary key={current.status}>
          <Suspense>{isWanted && current.content}</Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}
