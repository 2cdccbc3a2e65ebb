import { screen, within } from '@testing-library/react'
import type { Tone } from '../status/statuses.ts'
import classes from '../status/status-tag.module.css'

/** Waits until a list shows rows. */
export const listShown = () => screen.findByText(/^Showing 1 to /)

export const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

/** Queries of the row with this name. */
export const cells = (row: RegExp) =>
  within(screen.getByRole('link', { name: row }).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

/** Returns the cells of every row of the table: `20-11-2026 14:32 | Danfo Express | Paid`. */
export const rows = () =>
  [...screen.getByRole<HTMLTableElement>('table').tBodies]
    .flatMap((body) => [...body.rows])
    .map((row) => [...row.cells].map((cell) => cell.textContent).join(' | '))

const tones = ['red', 'orange', 'yellow', 'green', 'blue', 'grey'] as const satisfies readonly Tone[]

/** Returns the tone of a status. */
export const toneOf = (status: HTMLElement) => tones.find((tone) => status.classList.contains(classes[tone] ?? ''))

/** Waits for the notification with this text. */
export const toast = async (text: string) =>
  (await screen.findByText(text, { selector: '.mantine-Notification-root *' })).closest<HTMLElement>('[role="alert"]')

/** Returns the figure of a summary card. */
export const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

/** Returns the search params. */
export const addressQuery = () => Object.fromEntries(new URLSearchParams(window.location.search))

export const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent

/** Returns the queries of the dialog once it is open. */
export const dialog = async () => within(await screen.findByRole('dialog'))
