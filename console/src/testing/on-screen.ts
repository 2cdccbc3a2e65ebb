import { screen, within } from '@testing-library/react'

/** Waits until a list shows rows. */
export const listShown = () => screen.findByText(/^Showing 1 to /)

export const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

/** Queries of the row with this name. */
export const cells = (row: RegExp) =>
  within(screen.getByRole('link', { name: row }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

/** Returns the figure of a summary card. */
export const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

/** Returns the search params. */
export const addressQuery = () => Object.fromEntries(new URLSearchParams(window.location.search))

export const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent

/** Returns the queries of the dialog once it is open. */
export const dialog = async () => within(await screen.findByRole('dialog'))
