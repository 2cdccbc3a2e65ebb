import { type ReactNode, useState } from 'react'
import { useAddress } from '../ui/use-address.ts'
import type { Fixed, List as ListOf, ListReply, ListRow } from './define-list.ts'
import { CountSlot, List } from './list.tsx'
import classes from './list-page.module.css'
import { Tabs } from './tabs.tsx'
import tabClasses from './tabs.module.css'

export interface ListTab {
  status: string
  label: string
  /** Further values of `status` that mean this tab. */
  also?: readonly string[]
  content: ReactNode
}

interface ListPageProps {
  title: string
  /** The first one shows when the address names none of them. */
  tabs: readonly [ListTab, ...ListTab[]]
  /** Buttons beside the title. */
  actions?: ReactNode
}

/** A page of lists, one to a tab, the tab named by `status` in the address. */
export function ListPage({ title, tabs, actions }: ListPageProps) {
  const { search, only } = useAddress()
  const [countIn, setCountIn] = useState<Element | null>(null)
  const status = search.status ?? ''
  const current = tabs.find((tab) => tab.status === status || tab.also?.includes(status)) ?? tabs[0]
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
  }
}

function panelOf(tab: ListTab) {
  return { role: 'tabpanel', 'aria-label': tab.label }
}
