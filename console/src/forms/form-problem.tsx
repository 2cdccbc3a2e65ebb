import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ApiError, requestOf } from '../api/api-error.ts'
import classes from './form-problem.module.css'

/** Server error of a form that belongs to no field. */
export function FormProblem({ problem }: { problem: ApiError | null }) {
  if (!problem) return null
  const request = requestOf(problem)
  return (
    <Alert
      role="alert"
      classNames={{ root: classes.root, message: classes.message, icon: classes.icon }}
      icon={<IconAlertCircle size={18} stroke={1.6} />}
    >
      {problem.message}
      {problem.retryAfterSeconds !== undefined && `. Try again in ${waitText(problem.retryAfterSeconds)}`}
      {request && (
        <>
          <br />
          <small>{request}</small>
        </>
      )}
    </Alert>
  )
}

function waitText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
