import { notifications } from '@mantine/notifications'

/** Says that something succeeded. What is said about a record takes the place of what was said about it before. */
export function toastSuccess(text: string, about?: string): void {
  toast(text, 'var(--kobo-green)', 4_000, about)
}

/** Says that something failed; stays long enough to be read and copied. */
export function toastFailure(text: string, about?: string): void {
  toast(text, 'var(--kobo-red)', 8_000, about)
}

/** Says what the operator should know and did not cause. */
export function toastNotice(text: string, about?: string): void {
  toast(text, 'var(--kobo-orange)', 8_000, about)
}

function toast(text: string, color: string, autoClose: number, about = text): void {
  // A sentence that is already on the screen starts its time again instead of standing there twice.
  notifications.hide(about)
  const closeButtonProps = { 'aria-label': 'Close' }
  notifications.show({ id: about, message: text, color, autoClose, withBorder: true, closeButtonProps })
}
