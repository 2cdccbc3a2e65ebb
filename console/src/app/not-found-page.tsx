import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import classes from './page.module.css'

/** Page for unknown addresses. */
export function NotFoundPage() {
  return (
    <main className={classes.alone}>
      <IconMapQuestion size={32} stroke={1.4} aria-hidden />
      <h1 className={classes.title}>Page not found</h1>
      <p className={classes.sentence}>There is no page at this URL. It may be mistyped, or the page may have moved.</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => window.history.back()}>
          Go back
        </Button>
        <Button component={Link} to={paths.merchants()}>
          Go to merchants
        </Button>
      </div>
    </main>
  )
}
