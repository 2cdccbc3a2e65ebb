import { useNotifications } from '@mantine/notifications'
import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'

const ToastList = lazyComponent(() => import('./toast-list.tsx'), 'ToastList', { over: true })

/** Container of toasts, loaded with the first one. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [wanted, setWanted] = useState(false)
  if (notifications.length > 0 && !wanted) setWanted(true)
  return wanted && <ToastList />
}
