import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './error-alert.module.css'

/** What a person must look at, if there is anything. */
export function ErrorAlert({ alert }: { alert: string | false | null | undefined }) {
  if (!alert) return null
  return (
    <Alert role="alert" classNames={classes} icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {alert}
    </Alert>
  )
}
