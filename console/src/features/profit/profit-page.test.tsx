import { contract } from '@kobo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { choose, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, sources, series } = contract.profit
const danfo = aMerchant({ id: 'merchant-1', businessName: 'Danfo Express Logistics' })

const record = {
  id: 'profit-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  source: 'childAccount',
  transactionId: 'txn_1',
  reference: 'KBO-1',
  transactionAmount: 2500,
  charge: 10,
  providerCost: 26.88,
  profit: -16.88,
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    answer(contract.merchants.info, () => ({ merchant: danfo })),
    answer(contract.merchants.list, () => ({
      totalRecords: 1,
      totalVerifiedMerchants: 1,
      totalNonVerifiedMerchants: 0,
      merchants: [{ ...danfo, createdAt: record.createdAt, verified: 'ACCEPTED', status: 'ACTIVE' }],
    })),
    answer(list, ({ query }) => {
      requests.push(String(query))
      const records = [
        record,
        { ...record, id: 'profit-2', transactionId: null, source: 'kyc', transactionAmount: null },
      ]
      return { totalRecords: 2, totalProfit: -33.76, totalCharge: 20, totalProviderCost: 53.76, records }
    }),
    answer(sources, ({ query }) => {
      requests.push(`sources ${query}`)
      return {
        sources: [
          { id: 'kyc', source: 'kyc', charge: 50.1, providerCost: 0, profit: 50.1 },
          { id: 'transfers', source: 'transfers', charge: 10.2, providerCost: 26.88, profit: -16.68 },
        ],
      }
    }),
    answer(series, () => ({ series: [{ day: '2026-11-20', charge: 10, providerCost: 2, profit: 8 }] })),
  ])
  return { requests, ...opened }
}

it('PROFIT-01 lists the profit of payments with totals of all matches', async () => {
  const { requests } = renderPage('/profit')
  await shown()
  expect(requests).toEqual(['page=1&size=100'])
  expect(headers().join(' | ')).toBe(
    'Date | Merchant name | Source | Transaction reference | Transaction amount | Charge | Provider cost | Profit',
  )
  expect(screen.getByText('Child accounts')).toBeTruthy()
  expect(screen.getByText('-₦33.76')).toBeTruthy()
  // A charge without a payment has no link.
  const links = within(screen.getByRole('table', { name: 'Profit details' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/payout/txn_1/transaction-payout'])
})

it('PROFIT-03 FILTER-46 FILTER-06 filters by merchant and days through the search params', async () => {
  const { requests, user } = renderPage('/profit')
  await shown()
  const dialog = await openDialog('Filter by')
  await choose(user, 'Merchant', 'Danfo Express Logistics')
  await user.type(await dialog.findByLabelText('Start date'), '20/11/2025{Tab}')
  await user.type(dialog.getByLabelText('End date'), '22/11/2025{Tab}')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await expect
    .poll(() => requests.at(-1))
    .toBe('page=1&size=100&merchantId=merchant-1&startDate=2025-11-20&endDate=2025-11-22')
  const merchant = 'merchant-1'
  expect(addressQuery()).toMatchObject({ merchant, startDate: '2025-11-20', endDate: '2025-11-22', page: '1' })
  expect(await screen.findByText('Merchant: Danfo Express Logistics')).toBeTruthy()
})

it("FILTER-06 restores merchant and days from a shared link and shows the merchant's name instead of its ID", async () => {
  const { requests, user } = renderPage('/profit?merchant=merchant-1&startDate=2025-11-01&endDate=2025-11-20')
  await shown()
  expect(requests).toEqual(['page=1&size=100&merchantId=merchant-1&startDate=2025-11-01&endDate=2025-11-20'])
  expect(await screen.findByText('Merchant: Danfo Express Logistics')).toBeTruthy()
  expect(screen.getByText('Date: 01/11/2025 to 20/11/2025')).toBeTruthy()
  const dialog = await openDialog('Filter by')
  expect(await dialog.findByDisplayValue('Danfo Express Logistics')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  expect(addressQuery()).toMatchObject({ merchant: 'merchant-1', startDate: '2025-11-01', endDate: '2025-11-20' })
})

it('PROFIT-04 sums profit by source exactly', async () => {
  const { requests, user } = renderPage('/profit?status=summary')
  const table = await screen.findByRole('table', { name: 'Profit by source' })
  const rows = within(table).getAllByRole('row')
  expect(rows.at(-1)?.textContent).toBe('Total₦60.30₦26.88₦33.42')
  await user.click(screen.getByRole('radio', { name: '7 days' }))
  await expect.poll(() => requests.filter((one) => one.startsWith('sources')).length).toBe(2)
})

it('keeps merchant and days of the summary in the search params, and restores them from a link and by Back', async () => {
  const { requests, router, user } = renderPage('/profit?status=summary&merchant=merchant-1&days=7')
  const checkedDays = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value
  expect(await screen.findByDisplayValue('Danfo Express Logistics')).toBeTruthy()
  expect(checkedDays()).toBe('7')
  expect(requests).toEqual([expect.stringMatching(/^sources merchantId=merchant-1&startDate=/)])
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  expect(addressQuery()).toEqual({ status: 'summary', merchant: 'merchant-1', days: '30' })
  // The chosen option removes the choice.
  await choose(user, 'Merchant', 'Danfo Express Logistics')
  expect(addressQuery()).toEqual({ status: 'summary', days: '30' })
  expect(screen.getByLabelText<HTMLInputElement>('Merchant', { selector: 'input' }).value).toBe('')
  act(() => router.history.back())
  expect(await screen.findByDisplayValue('Danfo Express Logistics')).toBeTruthy()
  act(() => router.history.back())
  await waitFor(() => expect(checkedDays()).toBe('7'))
})

it('draws profit and charges on one axis and puts the minus sign of a loss before ₦', async () => {
  const days = [
    { day: '2026-11-19', charge: 4000, providerCost: 0, profit: 4000 },
    { day: '2026-11-20', charge: 1000, providerCost: 3000, profit: -2000 },
  ]
  renderPage(
    '/profit?status=summary',
    answer(series, () => ({ series: days })),
  )
  const chart = within(await screen.findByRole('region', { name: 'Profit per day' }))
  expect(await chart.findByText('-₦2K')).toBeTruthy()
  expect(chart.getAllByText('₦4K')).toHaveLength(1)
  expect(chart.getByText('₦')).toBeTruthy()
  // Where charge and profit are equal, the dot sits at the end of the bar.
  const [bar, loss] = document.querySelectorAll('rect[data-figure="bars"]')
  const dot = document.querySelector('circle[data-figure="line"]')
  expect(dot?.getAttribute('cy')).toBe(bar?.getAttribute('y'))
  // A loss hangs below the zero line, where the bar of a profit stands.
  const top = Number.parseFloat(bar?.getAttribute('y') ?? '')
  const zero = top + Number.parseFloat(bar?.getAttribute('height') ?? '')
  expect(Number.parseFloat(loss?.getAttribute('y') ?? '')).toBeCloseTo(zero)
})

it('PROFIT-05 shows a retry button when the summary could not be fetched', async () => {
  renderPage('/profit?status=summary', refuse(series, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetch Details' })).toBeTruthy()
})

it('shows a retry button when the list could not be fetched', async () => {
  renderPage('/profit', refuse(list, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
})
