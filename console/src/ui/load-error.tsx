import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './load-error.module.css'

interface PartFailedProps {
  text?: string
  action?: string
  again: () => void
}

/** One-line error of a part that failed to load or render, with a retry button. */
export function PartFailed({ text = 'Error Fetching Details', action = 'Refetch Details', again }: PartFailedProps) {
  return (
    <div className={classes.row} role="alert">
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden />
      <p className={classes.text}>{text}</p>
      <Button variant="default" size="xs" onClick={again}>
        {action}
      </Button>
    </div>
  )
}
