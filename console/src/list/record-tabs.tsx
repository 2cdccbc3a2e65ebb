import type { ReactNode } from 'react'
import classes from './record-tabs.module.css'
import { type Tab, Tabs } from './tabs.tsx'

interface RecordTabsProps {
  label: string
  tabs: readonly Tab[]
  current: Tab
  address: (tab: Tab) => string
  /** The one list in each tab scrolls in itself, at most as high as the window. */
  isList?: boolean
  children: ReactNode
}

/** What belongs to a record and has lists of its own, one thing to a tab. */
export function RecordTabs(props: RecordTabsProps) {
  const { label, tabs, current, address, isList, children } = props
  return (
    <div className={classes.tabs}>
      <Tabs label={label} tabs={tabs} current={current.status} address={address} />
      <div key={current.status} role="tabpanel" aria-label={current.label} data-list={isList || undefined}>
        {children}
      </div>
    </div>
  )
}
