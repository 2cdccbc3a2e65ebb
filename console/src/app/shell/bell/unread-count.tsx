import { mostUnread, notifications } from '@kobo/contract/notifications'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { countsPollMs } from '../../../record/work/poll.ts'
import classes from './bell.module.css'

/** Number of unread notifications, with the words that name the bell. */
export function UnreadCount() {
  const { data } = useApiQuery(notifications.counts, {}, { pollMs: countsPollMs, background: true })
  const unread = data?.unread ?? 0
  if (unread === 0) return <span className={classes.name}>Notifications</span>
  const shown = unread >= mostUnread ? `${mostUnread - 1}+` : String(unread)
  return (
    <>
      <span className={classes.count} aria-hidden>
        {shown}
      </span>
      <span className={classes.name}>{`${shown} unread notification${unread === 1 ? '' : 's'}`}</span>
    </>
  )
}
