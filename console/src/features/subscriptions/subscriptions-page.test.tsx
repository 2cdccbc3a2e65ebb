import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { askedByEveryPage, askedOfServer } from '../../testing/api-server.ts'
import { choose, openDialog } from '../../testing/list-dialogs.ts'
import { headers, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const dataRows = () => screen.getAllByRole('row').length - 1
/** Returns the cell texts of the first row. */
const cells = () =>
  within(screen.getAllByRole('row')[1] as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

function renderPage(address: string) {
  const requests = askedOfServer()
  return { requests, ...renderConsole(address, []) }
}

describe('Subscriptions', () => {
  it('SUBSCRIPTION-01 PLACEHOLDER-01 CONST-01 CONST-13 shows sample collections, 50 to a page, without API calls', async () => {
    const { requests } = renderPage('/subscriptions?status=collections')
    expect(await screen.findByText('Sample data')).toBeTruthy()
    expect(selectedTab()).toMatch(/^Collections/)
    expect(headers()).toEqual(['Date', 'Subscriber', 'Plan', 'Amount', 'Status'])
    expect(dataRows()).toBe(50)
    expect(screen.getByText('Showing 1 to 50 of 64')).toBeTruthy()
    expect(cells()[0]).toBe('12-01-2026 10:30')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Showing 51 to 64 of 64')).toBeTruthy()
    expect(requests.filter((call) => !askedByEveryPage.includes(call))).toEqual([])
  })

  it('SUBSCRIPTION-02 PLACEHOLDER-02 CONST-01 CONST-13 shows sample subscribers, 50 to a page, without API calls', async () => {
    const { requests } = renderPage('/subscriptions?status=subscribers')
    expect(await screen.findByText('Sample data')).toBeTruthy()
    expect(selectedTab()).toMatch(/^Subscribers/)
    expect(headers()).toEqual(['Name', 'Email address', 'Plan', 'Start', 'Next billing', 'Status'])
    expect(dataRows()).toBe(50)
    expect(cells().slice(3, 5)).toEqual(['12-01-2026 10:30', '11-02-2026 10:30'])
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Showing 51 to 64 of 64')).toBeTruthy()
    expect(requests.filter((call) => !askedByEveryPage.includes(call))).toEqual([])
  })

  it('FILTER-53 filters the samples by status and days', async () => {
    const { user } = renderPage('/subscriptions?status=subscribers')
    await screen.findByText('Showing 1 to 50 of 64')
    const dialog = await openDialog('Filter by')
    for (const field of ['Start date', 'End date']) expect(await dialog.findByLabelText(field)).toBeTruthy()
    await choose(user, 'Status', 'Inactive')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    expect(await screen.findByText('Showing 1 to 12 of 12')).toBeTruthy()
    await user.click((await openDialog('Filter by')).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.getByText('Showing 1 to 50 of 64')).toBeTruthy())
  })
})
