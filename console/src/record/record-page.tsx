import type { ReactNode } from 'react'
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
