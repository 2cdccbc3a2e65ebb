import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ApiError, requestOf } from '../api/api-error.ts'
import classes from './page.module.css'

/** Fallback for a page that failed to render. Everything around it keeps working. */
export function RouteError({ reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className={classes.broken} role="alert">
      <IconAlertTriangle size={32} stroke={1.4} aria-hidden />
      <h1 className={classes.title}>This page could not be shown</h1>
      <p className={classes.sentence}>Something went wrong. Your saved data is not affected.</p>
      <Button
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        Try again
      </Button>
    </div>
  )
}

/** Shown when the server is unreachable while the session may still be valid. */
export function RestoreFailure({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  return (
    <main className={classes.alone} role="alert">
      <IconAlertTriangle size={32} stroke={1.4} aria-hidden />
      <h1 className={classes.title}>Your session could not be restored</h1>
      <p className={classes.sentence}>{failure.message}</p>
      <small>{requestOf(failure)}</small>
      <Button onClick={onRetry}>Try again</Button>
    </main>
  )
}
