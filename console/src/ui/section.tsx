import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

/** A titled card of a detail page; `aside` stands at the right end of its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  )
}

/** The plain body of a section, for what is not a grid of fields. */
export function SectionBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}
