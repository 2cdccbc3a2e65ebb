import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRowTabIndex } from './in-row.ts'
import classes from './accent-link.module.css'

/** A way to another record or page, within words or alone. */
export function AccentLink({ to, strong, children }: { to: string; strong?: boolean; children: ReactNode }) {
  return (
    <Link className={classes.link} data-strong={strong} to={to} tabIndex={useRowTabIndex()}>
      {children}
    </Link>
  )
}
