import { IconBell } from '@tabler/icons-react'
import { useConfig } from '../../../api/config.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useIdle } from '../../../ui/preload.ts'
import { useOpener } from '../../../ui/use-opener.ts'
import classes from './bell.module.css'

const UnreadCount = lazyComponent(() => import('./unread-count.tsx'), 'UnreadCount', { quiet: true })
const NotificationPanel = lazyComponent(() => import('./notification-panel.tsx'), 'NotificationPanel', { over: true })

/** By then the rows of a page have arrived, which the number would delay. */
const countAfterMs = 4_000

/** Opens the operator's notifications, and shows how many are unread. */
export function Bell() {
  const { button, panel } = useOpener('dialog', NotificationPanel.load)
  const isIdle = useIdle(true, countAfterMs)
  if (useConfig()?.additions !== true) return null
  return (
    <>
      <button type="button" {...button} className={classes.bell} title="Notifications">
        <IconBell size={19} stroke={1.6} aria-hidden />
        {isIdle ? <UnreadCount /> : <span className={classes.name}>Notifications</span>}
      </button>
      {panel && <NotificationPanel {...panel} />}
    </>
  )
}
