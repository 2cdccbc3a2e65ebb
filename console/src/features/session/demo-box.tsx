import { Button } from '@mantine/core'
import { useConfig } from '../../api/config.ts'
import classes from './demo-box.module.css'
import card from './session-card.module.css'

const credentials = { email: 'admin@demo.test', password: 'kobo-demo-2026' }

/** Shows the credentials of the demo. */
export function DemoBox({ onUse }: { onUse: (values: typeof credentials) => void }) {
  const isDemo = useIsDemo()
  if (!isDemo) return null
  return (
    <aside className={classes.box} aria-label="Demo">
      <div>
        <p className={classes.title}>Demo</p>
        <p className={classes.text}>
          {credentials.email} <span aria-hidden>·</span> {credentials.password}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={() => onUse(credentials)}>
        Fill in
      </Button>
    </aside>
  )
}

/** Whether the server is a demo. */
function useIsDemo(): boolean {
  return useConfig()?.demo ?? false
}

/** Link to the demo's outbox, the only destination of its emails. */
export function OutboxLink({ to }: { to: string }) {
  const isDemo = useIsDemo()
  if (!isDemo) return null
  return (
    <>
      Demo: emails arrive in{' '}
      <a className={card.link} href={`/outbox?to=${encodeURIComponent(to)}`} target="_blank" rel="noreferrer">
        the outbox
      </a>
    </>
  )
}
