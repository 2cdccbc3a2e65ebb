import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens a dialog of a list and returns its queries. */
export async function openDialog(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

/** Selects an option in a field of the open dialog. */
export async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  await user.click(await screen.findByLabelText(field, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: option, hidden: true }))
}

/** Returns the options of a field with their labels: `NEW: Initiated | FAILED: Failed`. */
export async function offered(user: UserEvent, field: string): Promise<string> {
  return (await openOptions(user, field))
    .map((option) => `${option.getAttribute('value')}: ${option.textContent}`)
    .join(' | ')
}

/** Returns the values of a field's options. */
export async function offeredValues(user: UserEvent, field: string): Promise<string> {
  return (await openOptions(user, field)).map((option) => option.getAttribute('value')).join(' | ')
}

async function openOptions(user: UserEvent, field: string): Promise<HTMLElement[]> {
  const input = await screen.findByLabelText(field, { selector: 'input' })
  await user.click(input)
  return optionsOf(input)
}

/** Returns the options of this drop-down only. */
export function optionsOf(input: HTMLElement): HTMLElement[] {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The drop-down is not open')
  return within(list).getAllByRole('option', { hidden: true })
}

/** Returns the labels and values of the fields in a part of the page. */
export function fieldsIn(part: HTMLElement) {
  return within(part)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])
}
