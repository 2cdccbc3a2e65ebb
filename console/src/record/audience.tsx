import type { ReactNode } from 'react'
import classes from './audience.module.css'

interface AudienceProps {
  /** Colleagues alone, or people outside the team. */
  is: 'staff' | 'outside'
  title: string
  children: ReactNode
}

/** Says above a form who reads what is written there. */
export function Audience({ is, title, children }: AudienceProps) {
  return (
    <p className={classes.audience} data-audience={is}>
      <strong>{title}</strong>
      <span>{children}</span>
    </p>
  )
}
