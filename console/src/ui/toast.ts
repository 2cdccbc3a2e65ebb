import { notifications } from '@mantine/notifications'

/** Says that something succeeded. */
export function toastSuccess(text: string): void {
  toast(text, 'var(--kobo-green)', 4_000)
}

/** Says that something failed; stays long enough to be read and copied. */
export function toastFailure(text: string): void {
  toast(text, 'var(--kobo-red)', 8_000)
}

/** Says what the operator should know and did not cause. */
export function toastNotice(text: string): void {
  toast(text, 'var(--kobo-orange)', 8_000)
}

function toast(text: string, color: string, autoClose: number): void {
  // A sentence that is already on the screen starts its time again instead of standing there twice.
  notifications.hide(text)
  const closeButtonProps = { 'aria-label': 'Close' }
  notifications.show({ id: text, message: text, color, autoClose, withBorder: true, closeButtonProps })
}
