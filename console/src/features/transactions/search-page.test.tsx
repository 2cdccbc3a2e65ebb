import { contract } from '@kobo/contract'
import type { FoundTransaction } from '@kobo/contract/search'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { aTransaction } from '../../testing/a-transaction.ts'
import { payoutServer } from '../../testing/a-payout.ts'
import { answer, record } from '../../testing/answer.ts'
import { choose, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { search } = contract

const found: FoundTransaction = {
  ...aTransaction({ id: 'txn_1', charges: 53.75, merchantId: 'm1' }),
  merchantName: 'Danfo Express Logistics',
  sessionId: '000014261123093000123456789012',
}

function renderPage(
  address = '/search',
  more: { totalRecords?: number; isMore?: boolean; transactions?: (typeof found)[] } = {},
) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    record(requests, search.transactions, () => ({ totalRecords: 1, transactions: [found], ...more })),
    answer(contract.merchants.list, () => ({
      totalRecords: 0,
      totalVerifiedMerchants: 0,
      totalNonVerifiedMerchants: 0,
      merchants: [],
    })),
    ...payoutServer().handlers,
  ])
  return { requests, ...opened }
}

it('FIND-28 lists the transactions of all merchants with links to transaction and merchant', async () => {
  const { requests, user } = renderPage()
  await shown()
  expect(screen.getByRole('heading', { level: 1, name: 'Transactions' })).toBeTruthy()
  expect(requests).toEqual(['page=1&size=100'])
  expect(screen.getByRole('link', { name: 'Danfo Express Logistics' }).getAttribute('href')).toBe('/merchants/m1')
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toBe(
    '20-11-2026 14:32Danfo Express LogisticsCreditFolasade Ogunleye0123456785₦25,000.50SuccessKB-2026-0001',
  )
  await user.click(screen.getByText('Folasade Ogunleye'))
  await waitFor(() => expect(window.location.pathname).toBe('/payout/txn_1/transaction-payout'))
})

it('FIND-34 shows category, bank, charges and session ID after they are selected', async () => {
  const { user } = renderPage()
  await shown()
  expect(headers().join(' | ')).toBe(
    'Date | Merchant | Type | Counterparty | Account number | Amount | Status | Reference',
  )
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Session ID' }))
  expect(headers()).toContain('Session ID')
  expect(screen.getByText('000014261123093000123456789012')).toBeTruthy()
})

it('FIND-29 searches by the search params and shows the filters', async () => {
  const query =
    'filterStatus=DECLINED&type=DEBIT&category=BANK_TRANSFER&merchant=m1&merchantName=Danfo&minAmount=500&maxAmount=25000' +
    '&accountNumber=0123456785&accountName=Fola&sessionId=0000&reference=KB&startDate=2026-01-01&endDate=2026-01-31&sort=largest'
  const { requests } = renderPage(`/search?${query}`)
  await shown()
  expect(Object.fromEntries(new URLSearchParams(requests[0]))).toEqual({
    page: '1',
    size: '100',
    status: 'DECLINED',
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    merchantId: 'm1',
    minAmount: '500',
    maxAmount: '25000',
    accountNumber: '0123456785',
    accountName: 'Fola',
    sessionId: '0000',
    reference: 'KB',
    startDate: '2026-01-01',
    endDate: '2026-01-31',
    sort: 'largest',
  })
  const chips = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('listitem')
  expect(chips.map((chip) => chip.textContent).join(' | ')).toBe(
    'Amount: ₦500.00 to ₦25,000.00 | Account number: 0123456785 | Account name: Fola | Reference: KB | Session ID: 0000 | Merchant: Danfo | Status: Declined | Type: Debit | Category: Bank transfer | Date: 01/01/2026 to 31/01/2026 | Order: Largest first',
  )
})

it('FIND-29 FIND-30 keeps the filters in the search params', async () => {
  const { requests, user } = renderPage()
  await shown()
  await openDialog('Filter by')
  await user.type(await screen.findByLabelText('Amount from'), '25,000')
  await user.type(screen.getByLabelText('Amount to'), '25000.5')
  await user.type(screen.getByLabelText('Account number'), '0123456785')
  expect(await offered(user, 'Order')).toBe(
    'newest: Newest first | oldest: Oldest first | largest: Largest first | smallest: Smallest first',
  )
  await user.click(screen.getByRole('option', { name: 'Oldest first', hidden: true }))
  await choose(user, 'Status', 'Declined')
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  const chosen = { minAmount: '25000', maxAmount: '25000.5', accountNumber: '0123456785', sort: 'oldest' }
  await waitFor(() => expect(addressQuery()).toMatchObject({ ...chosen, filterStatus: 'DECLINED' }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(requests.at(-1)))).toMatchObject({ ...chosen, status: 'DECLINED' }),
  )
})

it('FIND-30 sends no amount range whose minimum exceeds the maximum', async () => {
  const { requests, user } = renderPage()
  await shown()
  await openDialog('Filter by')
  await user.type(await screen.findByLabelText('Amount from'), '500')
  await user.type(screen.getByLabelText('Amount to'), '100')
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  expect(await screen.findByText('Must not be less than Amount from')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Amount to'))
  expect(requests).toHaveLength(1)
  await user.clear(screen.getByLabelText('Amount to'))
  await user.type(screen.getByLabelText('Amount to'), '1000')
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() => expect(requests.at(-1)).toContain('minAmount=500&maxAmount=1000'))
})

it('FIND-31 applies a date preset in Lagos time and shows its dates', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T23:30:00Z'), toFake: ['Date'] })
  const { requests } = renderPage()
  await shown()
  const dialog = await openDialog('Filter by')
  const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' }).value
  fireEvent.click(await dialog.findByRole('button', { name: 'Today' }))
  expect([value('Start date'), value('End date')]).toEqual(['23/11/2026', '23/11/2026'])
  fireEvent.click(dialog.getByRole('button', { name: 'Last month' }))
  expect([value('Start date'), value('End date')]).toEqual(['01/10/2026', '31/10/2026'])
  expect(dialog.getByRole('button', { name: 'Last month', pressed: true })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  expect(await screen.findByText('Date: 01/10/2026 to 31/10/2026')).toBeTruthy()
  await waitFor(() => expect(requests.at(-1)).toContain('startDate=2026-10-01&endDate=2026-10-31'))
  vi.useRealTimers()
})

it('FIND-33 shows that more match than were counted', async () => {
  renderPage('/search', { totalRecords: 1_000, isMore: true })
  expect(await screen.findByText('Showing 1 to 1 of 1,000+')).toBeTruthy()
})

it('FIND-33 does not show the empty state when not all transactions were scanned', async () => {
  renderPage('/search?minAmount=5', { totalRecords: 0, isMore: true, transactions: [] })
  expect(await screen.findByText(/^No match among the transactions scanned/)).toBeTruthy()
  expect(screen.queryByText('No List Record Found')).toBeNull()
})
