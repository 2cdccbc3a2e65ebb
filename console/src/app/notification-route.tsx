import { notifications } from '@kobo/contract/notifications'
import { VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { QueryContent } from '../record/query-content.tsx'
import { useModeName } from '../record/subject.tsx'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { StateView } from '../ui/state-view.tsx'
import { notificationAddress } from './shell/bell/notification-address.ts'

/** Opens the record of a notification, to which its email links, and marks the notification as read. */
export function NotificationRoute({ notificationId }: { notificationId: string }) {
  const router = useRouter()
  const modeName = useModeName()
  const query = useApiQuery(notifications.list, { notificationId, size: 1 })
  const { start: markRead } = useApiMutation(notifications.readOne, { silent: true })
  const found = query.data?.notifications[0]
  const address = found && notificationAddress(found)
  const isUnread = found && found.readAt == null
  // Once it is found: that it is read then leads nowhere else.
  const open = useEffectEvent((href: string) => {
    if (isUnread) markRead({ notificationId })
    void router.navigate({ href, replace: true })
  })
  useEffect(() => {
    if (address !== undefined) open(address)
  }, [address])
  return (
    <>
      <VisuallyHidden component="h1">Notification</VisuallyHidden>
      <QueryContent from={query} skeleton={<SkeletonBar width="100%" height="76px" />}>
        {({ notifications: [one] }) =>
          one ? (
            <SkeletonBar width="100%" height="76px" />
          ) : (
            <StateView
              icon={<IconBell size={22} />}
              text={`This notification does not exist in ${modeName}`}
              detail="It may be of the other mode, or about a record that you may not see any longer"
            />
          )
        }
      </QueryContent>
    </>
  )
}
