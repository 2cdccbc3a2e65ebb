import type { ReactNode } from 'react'
import classes from './full-height-page.module.css'

/** Record page that fills the window, with a list at its end. */
export function FilledPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}
