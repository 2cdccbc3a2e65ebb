import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast-list.module.css'

/** The toasts, at the right and above the pagination bar: neither a page's nor a dialog's buttons are there. */
export function ToastList() {
  return <Notifications position="bottom-right" limit={4} classNames={{ root: classes.root }} />
}
