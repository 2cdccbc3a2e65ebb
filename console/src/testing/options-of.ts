import { within } from '@testing-library/react'

/** The options that hang on this drop-down; others may stand elsewhere on the page. */
export function optionsOf(input: HTMLElement): HTMLElement[] {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The drop-down is not open')
  return within(list).getAllByRole('option', { hidden: true })
}
