/**
 * Returns whether a form has a field with unreadable input. The field then shows its error and takes the focus; the form must
 * not be sent, since it would lack that value.
 */
export function hasUnread(form: HTMLFormElement): boolean {
  const unread = [...form.elements].find(
    (field) => field instanceof HTMLInputElement && field.willValidate && field.validity.customError,
  )
  if (!(unread instanceof HTMLInputElement)) return false
  unread.focus()
  unread.scrollIntoView({ block: 'nearest' })
  unread.checkValidity()
  return true
}

/** Keeps the focus in the field during a click: its error would appear on blur and move the button away. */
export function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
