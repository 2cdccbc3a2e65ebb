import { useIsDemo } from './demo-box.tsx'
import classes from './session-card.module.css'

/** Link to the demo's outbox, the only destination of its emails. */
export function OutboxLink({ to }: { to: string }) {
  const isDemo = useIsDemo()
  if (!isDemo) return null
  return (
    <>
      Demo: emails arrive in{' '}
      <a className={classes.link} href={`/outbox?to=${encodeURIComponent(to)}`} target="_blank" rel="noreferrer">
        the outbox
      </a>
    </>
  )
}
