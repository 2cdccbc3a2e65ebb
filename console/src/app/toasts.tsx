import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const ToastList = lazy(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

/** Where toasts appear; loaded with the first of them. */
export function Toasts() {
  const { notifications } = useNotifications()
  const [wanted, setWanted] = useState(false)
  if (notifications.length > 0 && !wanted) setWanted(true)
  return <Suspense fallback={null}>{wanted && <ToastList />}</Suspense>
}
