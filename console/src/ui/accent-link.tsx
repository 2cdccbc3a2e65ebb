import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { InRow, useRowTabIndex } from './in-row.ts'
import classes from './accent-link.module.css'

/** Link to another record or page. In a row, whose cells truncate, its title shows the whole text. */
export function AccentLink({ to, strong, children }: { to: string; strong?: boolean; children: ReactNode }) {
  const title = use(InRow) && typeof children === 'string' ? children : undefined
  return (
    <Link className={classes.link} data-strong={strong} to={to} title={title} tabIndex={useRowTabIndex()}>
      {children}
    </Link>
  )
}
