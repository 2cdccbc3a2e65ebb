import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import classes from './page.module.css'

/** Fallback for a page that failed to render. Everything around it keeps working. */
export function RenderFailure({ reset }: ErrorComponentProps) {
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
