import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast-list.module.css'

/** Toasts at the bottom right, above the pagination bar, where they cover no buttons of pages or dialogs. */
export function ToastList() {
  return <Notifications position="bottom-right" limit={4} classNames={{ root: classes.root }} />
}
