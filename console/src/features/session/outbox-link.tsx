import { useIsDemo } from './demo-box.tsx'
import classes from './session-card.module.css'

/** In the demonstration mail goes nowhere but to this page. */
export function OutboxLink({ to }: { to: string }) {
  const isDemo = useIsDemo()
  if (!isDemo) return null
  return (
    <>
      Demo: the mail waits in{' '}
      <a className={classes.link} href={`/outbox?to=${encodeURIComponent(to)}`} target="_blank" rel="noreferrer">
        the outbox
      </a>
    </>
  )
}
