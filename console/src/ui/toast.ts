import { notifications } from '@mantine/notifications'

/** Shows a success. A message about a record replaces the previous one about it. */
export function toastSuccess(text: string, about?: string): void {
  toast(text, 'var(--kobo-green)', 4_000, about)
}

/** Shows a failure, and below it what finds it in the log, long enough to read and copy both. */
export function toastFailure(text: string, about?: string, request?: string): void {
  toast(text, 'var(--kobo-red)', 8_000, about, request)
}

/** Shows information about something that the operator did not cause. */
export function toastNotice(text: string, about?: string): void {
  toast(text, 'var(--kobo-orange)', 8_000, about)
}

function toast(text: string, color: string, autoClose: number, about = text, detail?: string): void {
  // A repeated message restarts its timer instead of appearing twice.
  notifications.hide(about)
  const closeButtonProps = { 'aria-label': 'Close' }
  notifications.show({
    id: about,
    title: detail && text,
    message: detail ?? text,
    color,
    autoClose,
    withBorder: true,
    closeButtonProps,
  })
}
