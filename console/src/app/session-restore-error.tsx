import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ApiError } from '../api/api-error.ts'
import classes from './page.module.css'

/** Shown when the server is unreachable while the session may still be valid. */
export function RestoreFailure({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  return (
    <main className={classes.alone} role="alert">
      <IconPlugConnectedX size={32} stroke={1.4} aria-hidden />
      <h1 className={classes.title}>Your session could not be restored</h1>
      <p className={classes.sentence}>{failure.message}</p>
      <Button onClick={onRetry}>Try again</Button>
    </main>
  )
}
