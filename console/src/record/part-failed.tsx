import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './part-failed.module.css'

/** Says in one row that a part of a page could not be fetched, and offers another try. */
export function PartFailed({ again }: { again: () => void }) {
  return (
    <div className={classes.row} role="alert">
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden />
      <p className={classes.text}>Error Fetching Details</p>
      <Button variant="default" size="xs" onClick={again}>
        Refetch Details
      </Button>
    </div>
  )
}
