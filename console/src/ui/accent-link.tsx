import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRowTabIndex } from './in-row.ts'
import classes from './accent-link.module.css'

/** Link to another record or page. */
export function AccentLink({ to, strong, children }: { to: string; strong?: boolean; children: ReactNode }) {
  return (
    <Link className={classes.link} data-strong={strong} to={to} tabIndex={useRowTabIndex()}>
      {children}
    </Link>
  )
}
