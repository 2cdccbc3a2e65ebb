import { useNotifications } from '@mantine/notifications'
import { useState } from 'react'
import { part } from '../ui/part.tsx'

const ToastList = part(() => import('./toast-list.tsx'), 'ToastList', { over: true })

/** Where toasts appear; loaded with the first of them. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [wanted, setWanted] = useState(false)
  if (notifications.length > 0 && !wanted) setWanted(true)
  return wanted && <ToastList />
}
