import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './error-alert.module.css'

/** Alert, if there is one. */
export function ErrorAlert({ alert }: { alert: string | false | null | undefined }) {
  if (!alert) return null
  return (
    <Alert role="alert" classNames={classes} icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {alert}
    </Alert>
  )
}
