import type { HistoryState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useConfig } from '../api/config.ts'
import type { PrefetchQuery } from '../api/use-api-query.ts'
import { useSearchParams } from '../ui/use-search-params.ts'
import type { List as ListOf } from './define-list.ts'
import type { Fixed, ListReply, ListRow } from './list-call.ts'
import { CountSlot, List } from './list.tsx'
import classes from './list-page.module.css'
import { Tabs } from './tabs.tsx'
import tabClasses from './tabs.module.css'
import { firstPageQuery } from './use-list-query.ts'

export interface ListTab {
  status: string
  label: string
  /** Further values of `status` that select this tab. */
  also?: readonly string[]
  content: ReactNode
  /** Shown only if the server accepts our additions; never the first tab. */
  addition?: true
  /** Returns the prefetch of the tab's first request at an address. */
  asks?: (at: { searchStr: string; state: HistoryState }) => PrefetchQuery | null
}

/** The first tab is the default. */
export type ListTabs = readonly [ListTab, ...ListTab[]]

interface ListPageProps {
  title: string
  tabs: ListTabs
  /** Buttons beside the title. */
  actions?: ReactNode
}

/** A page of lists, one per tab. The search param `status` selects the tab. */
export function ListPage({ title, tabs: [first, ...others], actions }: ListPageProps) {
  const { search, only } = useSearchParams()
  const additions = useConfig()?.additions
  const tabs: ListTabs = [first, ...others.filter((tab) => additions || !tab.addition)]
  const [countIn, setCountIn] = useState<Element | null>(null)
  const current = openTab(tabs, search.status)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {actions}
      </header>
      {tabs.length > 1 && (
        <Tabs
          label={title}
          tabs={tabs.map((tab) => ({ ...tab, count: <span ref={setCountIn} className={tabClasses.count} /> }))}
          current={current.status}
          address={({ status }) => only({ status })}
        />
      )}
      <div key={current.status} className={classes.content} {...(tabs.length > 1 && panelOf(current))}>
        <CountSlot value={countIn}>{current.content}</CountSlot>
      </div>
    </div>
  )
}

/** Returns the tab that `status` selects. */
export function openTab(tabs: ListTabs, status = ''): ListTab {
  return tabs.find((tab) => tab.status === status || tab.also?.includes(status)) ?? tabs[0]
}

/** Returns a tab with one list. */
export function listTab<Reply extends ListReply, Row extends ListRow>(
  status: string,
  list: ListOf<Reply, Row>,
  options: { also?: readonly string[]; with?: Fixed<string> } = {},
): ListTab {
  return {
    status,
    label: list.title,
    also: options.also,
    content: <List of={list} with={options.with} tab={status} />,
    asks: (at) => firstPageQuery(list, at, options.with),
  }
}

function panelOf(tab: ListTab) {
  return { role: 'tabpanel', 'aria-label': tab.label }
}
