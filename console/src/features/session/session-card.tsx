import type { ReactNode } from 'react'
import classes from './session-card.module.css'

interface SessionCardProps {
  title: string
  sentence?: ReactNode
  children: ReactNode
  /** Under the card: the way elsewhere. */
  footer?: ReactNode
}

/** The quiet page around everything that happens before somebody is signed in. */
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
