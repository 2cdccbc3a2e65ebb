import { useRouter } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import classes from './tabs.module.css'

export interface Tab {
  status: string
  label: string
  /** Shown beside the label while the tab is open. */
  count?: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  current: string
  address: (tab: Tab) => string
}

/** Tabs that are links: each can be shared and opened in a new window. */
export function Tabs({ label, tabs, current, address }: TabsProps) {
  const router = useRouter()

  const follow = (event: MouseEvent<HTMLAnchorElement>, tab: Tab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(address(tab))
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const links = [...event.currentTarget.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    links[(at + step + links.length) % links.length]?.focus()
  }

  return (
    <div role="tablist" aria-label={label} className={classes.tabs} onKeyDown={move}>
      {tabs.map((tab) => {
        const selected = tab.status === current
        return (
          <a
            key={tab.status}
            role="tab"
            href={address(tab)}
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            className={classes.tab}
            onClick={(event) => follow(event, tab)}
          >
            {tab.label} {selected && tab.count}
          </a>
        )
      })}
    </div>
  )
}
