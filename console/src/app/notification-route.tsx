import { notifications } from '@kobo/contract/notifications'
import { VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { paths } from '../paths.ts'
import { defineRecord } from '../record/define-record.ts'
import { RecordState } from '../record/record.tsx'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { notificationAddress } from './shell/bell/notification-address.ts'

const notificationKind = defineRecord(notifications.info, (reply) => reply.notification, {
  icon: IconBell,
  back: { text: 'Back to my work', to: paths.myWork() },
})

/** Opens the record of a notification, to which its email links, and marks the notification as read. */
export function NotificationRoute({ notificationId }: { notificationId: string }) {
  const router = useRouter()
  const { start: markRead } = useApiMutation(notifications.readOne, { silent: true })
  const found = notificationKind.useFound(notificationId)
  const { record } = found
  const address = record && notificationAddress(record)
  const isUnread = record && record.readAt == null
  // Once it is found: that it is read then leads nowhere else.
  const open = useEffectEvent((href: string) => {
    if (isUnread) markRead({ notificationId })
    void router.navigate({ href, replace: true })
  })
  useEffect(() => {
    if (address !== undefined) open(address)
  }, [address])
  return (
    <RecordState of={notificationKind} from={found}>
      <VisuallyHidden component="h1">Notification</VisuallyHidden>
      <SkeletonBar width="100%" height="76px" />
    </RecordState>
  )
}
