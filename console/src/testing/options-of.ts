import { within } from '@testing-library/react'

/** Returns the options of this drop-down only. */
export function optionsOf(input: HTMLElement): HTMLElement[] {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The drop-down is not open')
  return within(list).getAllByRole('option', { hidden: true })
}
