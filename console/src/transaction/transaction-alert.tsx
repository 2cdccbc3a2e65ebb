import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './transaction-alert.module.css'

/** What a person must look at in a transaction, if there is anything. */
export function TransactionAlert({ alert }: { alert: string | null | undefined }) {
  if (!alert) return null
  return (
    <Alert role="alert" classNames={classes} icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {alert}
    </Alert>
  )
}
