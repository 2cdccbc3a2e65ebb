import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './load-error.module.css'

interface PartFailedProps {
  text?: string
  action?: string
  again: () => void
}

/** Says in one row that a part of a page could not be fetched, or is otherwise not there, and offers another try. */
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
