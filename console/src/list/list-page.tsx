import type { HistoryState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Question } from '../api/use-call.ts'
import type { Fixed, List as ListOf, ListReply, ListRow } from './define-list.ts'
import { List } from './list.tsx'
import classes from './list-page.module.css'
import { Tabs } from './tabs.tsx'
import tabClasses from './tabs.module.css'
import { firstQuestion, totalOf, useListQuery } from './use-list-query.ts'
import { useOwnLocation } from './use-list-state.ts'

export interface ListTab {
  status: string
  label: string
  /** Further values of `status` that mean this tab. */
  also?: readonly string[]
  content: ReactNode
  count?: ReactNode
  /** What it asks first at an address. */
  asks?: (at: { searchStr: string; state: HistoryState }) => Question | null
}

/** The first one shows when the address names none of them. */
export type ListTabs = readonly [ListTab, ...ListTab[]]

interface ListPageProps {
  title: string
  tabs: ListTabs
  /** Buttons beside the title. */
  actions?: ReactNode
}

/** A page of lists, one to a tab, the tab named by `status` in the address. */
export function ListPage({ title, tabs, actions }: ListPageProps) {
  const at = useOwnLocation()
  const current = openTab(tabs, at.searchStr)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {actions}
      </header>
      {tabs.length > 1 && (
        <Tabs
          label={title}
          tabs={tabs}
          current={current.status}
          address={(tab) => `${at.pathname}?status=${tab.status}`}
        />
      )}
      <div key={current.status} className={classes.content} {...(tabs.length > 1 && panelOf(current))}>
        {current.content}
      </div>
    </div>
  )
}

/** The tab that an address names. */
export function openTab(tabs: ListTabs, query: string): ListTab {
  const status = new URLSearchParams(query).get('status') ?? ''
  return tabs.find((tab) => tab.status === status || tab.also?.includes(status)) ?? tabs[0]
}

/** A tab that holds one list. */
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
    count: <ListCount of={list} with={options.with} />,
    asks: (at) => firstQuestion(list, at, options.with),
  }
}

/** How many records the list under this tab has found. */
function ListCount<Reply extends ListReply, Row extends ListRow>(props: {
  of: ListOf<Reply, Row>
  with?: Fixed<string>
}) {
  const { control, query } = useListQuery(props.of, props.with)
  if (!query.data) return null
  const total = totalOf(query.data, props.of.rows(query.data).length, control)
  return <span className={tabClasses.count}>{total.toLocaleString('en-NG')}</span>
}

function panelOf(tab: ListTab) {
  return { role: 'tabpanel', 'aria-label': tab.label }
}
