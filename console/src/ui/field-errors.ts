/**
 * Whether a field of a form holds what it cannot read: the field then says so and gets the focus, and the form is not to be
 * sent, since it would be sent without.
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

/** A field that is left is checked, and the fault that then appears would move the button away under the press. */
export function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}
