import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import classes from './tab-links.module.css'
import type { RecordTab, TabsOfRecord } from './use-record-tabs.ts'

/** Links from a record's header to its tabs at the bottom of the page. */
export function TabLinks({ of: { label, tabs, current, address, panel } }: { of: TabsOfRecord }) {
  const router = useRouter()
  const follow = (event: MouseEvent, tab: RecordTab) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const scrollToPanel = () => {
      panel.current?.scrollIntoView()
      panel.current?.focus({ preventScroll: true })
    }
    if (tab === current) return scrollToPanel()
    // Waits for the router's own scrolling.
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe()
      scrollToPanel()
    })
    router.history.push(address(tab))
  }
  return (
    <nav aria-label={label} className={classes.links}>
      {tabs.map((tab) => (
        <a
          key={tab.status}
          href={address(tab)}
          aria-current={tab === current || undefined}
          onClick={(event) => follow(event, tab)}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
