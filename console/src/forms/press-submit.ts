import type { KeyboardEvent } from 'react'

/** Presses the form's button on Ctrl or Cmd and Enter, from a field in which Enter alone begins a new line. */
export function pressSubmit(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  for (const control of event.currentTarget.form?.elements ?? []) {
    if (control instanceof HTMLButtonElement && control.type === 'submit') control.click()
  }
}
