import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { aDispute } from '../../testing/a-dispute.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { choose, offered, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, figure, headers, listShown, rows, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, details } = contract.disputes

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({
      totalRecords: 250,
      totalOverdue: 25,
      disputes: [
        aDispute({ status: 'AWAITING_FEEDBACK' }),
        aDispute({ id: 'dispute-2', dueDate: '2026-11-21T09:00:00.000Z', isOverdue: true, customer: 'Musa Danladi' }),
      ],
    })),
  ])
  return { requests, ...opened }
}

describe('Dispute list', () => {
  it('DISPUTE-01 DISPUTE-06 lists disputes newest first and marks overdue ones', async () => {
    const { requests } = renderPage('/disputes')
    await listShown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Date created | Merchant | Customer | Amount | Transaction reference | Category | Due date | Status',
    )
    const reference = aDispute().transactionReference
    expect(rows()).toEqual([
      `20-11-2026 14:32 | Danfo Express Logistics | Hadiza Bello | ₦8,000.00 | ${reference} | Chargeback | 23-11-2126 14:32 | Awaiting Feedback`,
      `20-11-2026 14:32 | Danfo Express Logistics | Musa Danladi | ₦8,000.00 | ${reference} | Chargeback | 21-11-2026 10:00Overdue | In Progress`,
    ])
    expect([figure('Total disputes'), figure('Overdue')]).toEqual(['250', '2510.0%'])
  })

  it('DISPUTE-02 opens the dispute page from a row', async () => {
    const { user } = renderPage(
      '/disputes',
      answer(details, () => ({ dispute: aDispute() })),
    )
    await listShown()
    const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
    expect(row?.getAttribute('href')).toBe('/disputes/dispute-1/merchant')
    if (row) await user.click(row)
    expect(await screen.findByRole('heading', { level: 1, name: /₦8,000\.00, dispute of COL-/ })).toBeTruthy()
  })

  it('DISPUTE-01 FILTER-26 FILTER-58 filters by category and status in the URL and by days outside it', async () => {
    const { requests, user } = renderPage('/disputes')
    await listShown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Category')).toBe(
      'SCAM: Scam | CASHBACK: Cashback | CHARGEBACK: Chargeback | TRANSFER: Transfer',
    )
    await user.keyboard('{Escape}')
    expect(await offered(user, 'Status')).toBe(
      'NEW: New | IN_PROGRESS: In Progress | in progress: in progress | AWAITING_FEEDBACK: Awaiting Feedback | FEEDBACK_PROVIDED: Feedback Provided | RESOLVED: Resolved | REJECTED: Rejected | CLOSED: Closed',
    )
    await user.keyboard('{Escape}')
    await choose(user, 'Category', 'Scam')
    await choose(user, 'Status', 'In Progress')
    await user.type(await dialog.findByLabelText('Start date'), '01/11/2024{Tab}')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Status: In Progress')
    await expect
      .poll(() => requests.at(-1))
      .toBe('page=1&size=100&status=IN_PROGRESS&category=SCAM&startDate=2024-11-01')
    expect(addressQuery()).toEqual({
      status: 'disputes',
      page: '1',
      perPage: '100',
      itemOffset: '0',
      filterCategory: 'SCAM',
      filterStatus: 'IN_PROGRESS',
    })
  })

  it.each([
    ['NEW', 'New', 'SCAM', 'Scam'],
    ['IN_PROGRESS', 'In Progress', 'CASHBACK', 'Cashback'],
    ['in progress', 'in progress', 'CHARGEBACK', 'Chargeback'],
    ['AWAITING_FEEDBACK', 'Awaiting Feedback', 'TRANSFER', 'Transfer'],
    ['FEEDBACK_PROVIDED', 'Feedback Provided', 'SCAM', 'Scam'],
    ['RESOLVED', 'Resolved', 'CASHBACK', 'Cashback'],
    ['REJECTED', 'Rejected', 'CHARGEBACK', 'Chargeback'],
    ['CLOSED', 'Closed', 'TRANSFER', 'Transfer'],
  ])(
    'FILTER-26 sends status %s and its category and writes both to the search params when selected as %s',
    async (status, statusLabel, category, categoryLabel) => {
      const { requests, user } = renderPage('/disputes')
      await listShown()
      const dialog = await openDialog('Filter by')
      await choose(user, 'Category', categoryLabel)
      await choose(user, 'Status', statusLabel)
      await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
      const sent = { page: '1', size: '100', status, category }
      await expect.poll(() => Object.fromEntries(new URLSearchParams(requests.at(-1)))).toEqual(sent)
      expect(await screen.findByText(`Status: ${statusLabel}`)).toBeTruthy()
      expect(screen.getByText(`Category: ${categoryLabel}`)).toBeTruthy()
      expect(addressQuery()).toMatchObject({ filterStatus: status, filterCategory: category })
    },
  )

  it('FILTER-26 sends both days without writing them to the URL', async () => {
    const { requests, user } = renderPage('/disputes')
    await listShown()
    const dialog = await openDialog('Filter by')
    await user.type(await dialog.findByLabelText('Start date'), '01/11/2024{Tab}')
    await user.type(dialog.getByLabelText('End date'), '05/11/2024{Tab}')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&startDate=2024-11-01&endDate=2024-11-05')
    expect(window.location.search).not.toContain('2024')
  })

  it('orders by due date without writing it to the URL', async () => {
    const { requests, user } = renderPage('/disputes')
    await listShown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Order')).toBe('newest: Newest first | due: Due first')
    await user.click(screen.getByRole('option', { name: 'Due first', hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&sort=due')
    expect(screen.getByText('Order: Due first')).toBeTruthy()
    expect(window.location.search).not.toContain('due')
  })

  it('DISPUTE-01 reads page, filters and search from the search params', async () => {
    const { requests } = renderPage(
      '/disputes?page=2&perPage=20&filterStatus=REJECTED&filterCategory=TRANSFER&search=bello',
    )
    await expect.poll(() => requests).toEqual(['page=2&size=20&status=REJECTED&category=TRANSFER&search=bello'])
  })

  it('FILTER-26 offers `in progress` in lower case in the export dialog and matches disputes in progress', async () => {
    const { user } = renderPage('/disputes')
    await listShown()
    const dialog = await openDialog('Export')
    expect(await offered(user, 'Status')).toContain('in progress: in progress')
    await user.keyboard('{Escape}')
    await choose(user, 'Status', 'in progress')
    expect(dialog.getByText('1 of the 2 rows on this page')).toBeTruthy()
  })

  it('shows an error and a retry button when the list could not be fetched', async () => {
    renderPage('/disputes', refuse(list, 500, { message: 'Broken' }))
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    expect(screen.getByText('Request req_1')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
  })
})

describe('Chargebacks', () => {
  it('FILTER-27 lists chargebacks in their own tab and filters by the terms of card schemes without changing the URL', async () => {
    const { requests, user } = renderPage('/disputes')
    await listShown()
    await user.click(screen.getByRole('tab', { name: 'Chargebacks' }))
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&category=CHARGEBACK')
    expect(selectedTab()).toContain('Chargebacks')
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Category')).toBe('chargeback | fraud')
    await user.keyboard('{Escape}')
    expect(await offeredValues(user, 'Status')).toBe('awaiting feedback | accepted | in progress | declined')
    await user.keyboard('{Escape}')
    expect(dialog.getByLabelText('Start date')).toBeTruthy()
    await choose(user, 'Category', 'fraud')
    await choose(user, 'Status', 'declined')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Status: declined')
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&status=declined&category=fraud')
    expect(addressQuery()).toEqual({ status: 'chargebacks' })
  })

  it.each(['awaiting feedback', 'accepted', 'in progress', 'declined'])(
    'FILTER-27 FILTER-10 sends %s unchanged',
    async (status) => {
      const { requests, user } = renderPage('/disputes?status=chargebacks')
      await listShown()
      const dialog = await openDialog('Filter by')
      await choose(user, 'Status', status)
      await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
      const sent = new URLSearchParams({ page: '1', size: '100', status, category: 'CHARGEBACK' })
      await expect.poll(() => requests.at(-1)).toBe(String(sent))
    },
  )
})

it('PLACEHOLDER-03 links to the sample dispute', async () => {
  renderPage('/disputes')
  await listShown()
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('link', { name: 'Sample dispute' }).getAttribute('href')).toBe('/disputes/sample')
})
