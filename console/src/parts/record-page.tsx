import type { ReactNode } from 'react'
import { type Tab, Tabs } from '../list/tabs.tsx'
import classes from './record-page.module.css'

/** The page of one record: two columns of panels where there is room, one below the other where there is not. */
export function RecordPage({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={classes.page} aria-busy={busy}>
      {children}
    </div>
  )
}

/** A panel across both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>
}

/** Two panels in the height of their neighbour; one of them takes what is left. */
export function Stack({ grows, children }: { grows: 'first' | 'last'; children: ReactNode }) {
  return (
    <div className={classes.stack} data-grows={grows}>
      {children}
    </div>
  )
}

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
