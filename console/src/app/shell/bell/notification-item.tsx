import { isNotificationKind, type NotificationKind } from '@kobo/contract/kit/notification-kinds'
import { type Notification, notifications } from '@kobo/contract/notifications'
import { VisuallyHidden } from '@mantine/core'
import {
  IconAt,
  IconBell,
  IconClipboardCheck,
  IconMessage2,
  IconNote,
  IconPencil,
  IconProgress,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { DateTime } from '../../../ui/dates.tsx'
import { notificationAddress } from './notification-address.ts'
import classes from './notification-panel.module.css'

const icons: Readonly<Record<NotificationKind, TablerIcon>> = {
  MENTION: IconAt,
  ASSIGNED: IconClipboardCheck,
  REPLY: IconMessage2,
  NOTE: IconNote,
  CHANGE: IconPencil,
  PROGRESS: IconProgress,
}

/** One notification, which opens its record and is read from then on. */
export function NotificationItem({ of: notification, onOpen }: { of: Notification; onOpen: () => void }) {
  const { id, kind, title, at, readAt } = notification
  const read = useApiMutation(notifications.readOne, { silent: true })
  const Icon = isNotificationKind(kind) ? icons[kind] : IconBell
  const isUnread = readAt == null
  return (
    <li>
      <Link
        to={notificationAddress(notification)}
        className={classes.item}
        data-unread={isUnread || undefined}
        onClick={() => {
          if (isUnread) read.start({ notificationId: id })
          onOpen()
        }}
      >
        <Icon size={18} stroke={1.5} aria-hidden className={classes.icon} />
        <span className={classes.text}>
          <span className={classes.sentence}>{title}</span>
          <span className={classes.time}>
            <DateTime at={at} />
          </span>
        </span>
        {isUnread && (
          <span className={classes.mark}>
            <VisuallyHidden>Unread</VisuallyHidden>
          </span>
        )}
      </Link>
    </li>
  )
}
