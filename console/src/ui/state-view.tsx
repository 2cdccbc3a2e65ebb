import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './state-view.module.css'

interface StateViewProps {
  icon: ReactNode
  text: string
  /** Second sentence below the message. */
  detail?: string | undefined
  action?: { text: string; onClick: () => void }
  /** Failures are announced immediately. */
  tone?: 'failure'
}

/** Replaces missing content: an icon, a message and at most one button. */
export function StateView({ icon, text, detail, action, tone }: StateViewProps) {
  return (
    <div className={classes.view} role={tone === 'failure' ? 'alert' : 'status'}>
      <span className={tone === 'failure' ? classes.failure : classes.icon} aria-hidden>
        {icon}
      </span>
      <p className={classes.text}>{text}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {action && (
        <Button variant="default" onClick={action.onClick}>
          {action.text}
        </Button>
      )}
    </div>
  )
}
