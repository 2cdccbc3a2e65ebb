import { screen, within } from '@testing-library/react'

/** Waits until a list shows rows. */
export const listShown = () => screen.findByText(/^Showing 1 to /)

export const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

/** The cells of the row that is called so. */
export const cells = (row: RegExp) =>
  within(screen.getByRole('link', { name: row }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

/** The figure of a summary card. */
export const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

/** What the address asks for, by key. */
export const addressQuery = () => Object.fromEntries(new URLSearchParams(window.location.search))

export const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent

/** The queries of the dialog that is open or about to be. */
export const dialog = async () => within(await screen.findByRole('dialog'))
