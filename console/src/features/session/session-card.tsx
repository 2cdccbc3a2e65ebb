import type { ReactNode } from 'react'
import classes from './session-card.module.css'

interface SessionCardProps {
  title: string
  sentence?: ReactNode
  children: ReactNode
  /** Link below the card to another page. */
  footer?: ReactNode
}

/** Plain page layout of all steps before sign-in. */
export function SessionCard({ title, sentence, children, footer }: SessionCardProps) {
  return (
    <main className={classes.page}>
      <div className={classes.brand} aria-hidden>
        <span className={classes.mark}>₦</span>
        Kobo Console
      </div>
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {sentence && <p className={classes.sentence}>{sentence}</p>}
        {children}
      </section>
      {footer && <div className={classes.footer}>{footer}</div>}
    </main>
  )
}
