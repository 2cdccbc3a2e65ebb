import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { optionsOf } from './options-of.ts'

/** Opens one of a list's dialogs; gives the queries of it. */
export async function openDialog(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

/** Chooses an option in a field of the open dialog. */
export async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  await user.click(await screen.findByLabelText(field, { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: option, hidden: true }))
}

/** The values and labels that a field of the open dialog offers. */
export async function offered(user: UserEvent, field: string) {
  const input = await screen.findByLabelText(field, { selector: 'input' })
  await user.click(input)
  return optionsOf(input).map((option) => [option.getAttribute('value'), option.textContent])
}
