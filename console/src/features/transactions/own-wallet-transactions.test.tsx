import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, record } from '../../testing/answer.ts'
import { aTransaction } from '../../testing/a-transaction.ts'
import { cells, dialog, addressQuery } from '../../testing/on-screen.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { walletServer } from '../../testing/wallet-server.ts'

const credit = aTransaction({ createdAt: '2026-11-18T13:32:00.000Z' })
const debit = aTransaction({
  id: 't2',
  type: 'DEBIT',
  status: 'FAILED',
  amount: 1_200,
  beneficiaryAccountName: 'Ngozi Eze',
  beneficiaryAccountNumber: '0099887766',
  beneficiaryBankName: 'Access Bank',
})
const queued = aTransaction({ id: 't3', type: 'credit', status: 'QUEUED', originatorAccountName: 'Musa Bello' })

/** Opens a wallet's page and returns the recorded requests of its transactions. */
async function openTransactions({ rows = [credit, debit, queued], extra = [] as HttpHandler[] } = {}) {
  const requests: string[] = []
  const opened = renderConsole(paths.wallet('w1'), [
    ...extra,
    record(requests, contract.transactions.walletList, () => ({ totalRecords: rows.length, transactions: rows })),
    ...walletServer().handlers,
  ])
  await screen.findByText(rows.length > 0 ? /^Showing 1 to / : 'No List Record Found')
  return { requests, ...opened }
}

it('WALLET-14 shows its columns with the sender of a credit and the recipient of a debit', async () => {
  const { requests } = await openTransactions()
  expect(screen.getByRole('tab', { selected: true }).textContent.trim()).toBe('Transactions')
  expect(
    screen
      .getAllByRole('columnheader')
      .map((header) => header.textContent)
      .join(' | '),
  ).toBe('Date created | Account name | Account number | Bank name | Amount | Type | Status')
  expect(cells(/Folasade/).join(' | ')).toBe(
    '18-11-2026 14:32 | Folasade Ogunleye | 0123456785 | Zenith Bank | ₦25,000.50 | Credit | Success',
  )
  expect(cells(/Ngozi/).slice(1)).toEqual(['Ngozi Eze', '0099887766', 'Access Bank', '₦1,200.00', 'Debit', 'Failed'])
  expect(cells(/Musa/).slice(-2)).toEqual(['Credit', 'Queued'])
  expect(requests).toEqual(['page=1&size=100&walletId=w1'])
})

it('WALLET-13 searches by reference number', async () => {
  const { requests, user } = await openTransactions()
  await user.type(screen.getByRole('searchbox', { name: 'Search by reference number' }), 'KB-2026')
  await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&walletId=w1&reference=KB-2026'))
  expect(addressQuery()['search']).toBe('KB-2026')
})

it('WALLET-13 FILTER-16 FILTER-59 CONST-17 filters by category, merchant and days without changing the URL', async () => {
  const searched: string[] = []
  const known = { createdAt: '2026-11-20T13:32:00Z', prefix: 'ADI', email: 'a@b.ng', totalWallets: 1, status: 'ACTIVE' }
  const { requests, user } = await openTransactions({
    extra: [
      answer(contract.merchants.list, ({ query }) => {
        searched.push(String(query))
        const merchants = [
          { ...known, id: 'm1', businessName: 'Adire & Indigo Textiles Ltd', verified: 'ACCEPTED' },
          { ...known, id: 'm2', businessName: 'Balogun Market Traders', verified: 'ACCEPTED' },
        ]
        return { totalRecords: 2, totalVerifiedMerchants: 2, totalNonVerifiedMerchants: 0, merchants }
      }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Filter by' }))
  const filter = await dialog()
  const category = await filter.findByLabelText('Category', { selector: 'input' })
  await user.click(category)
  expect(
    optionsOf(category)
      .map((option) => option.getAttribute('value'))
      .join(' | '),
  ).toBe('BANK_TRANSFER | DEBIT_WALLET | CREDIT_WALLET | MERCHANT_DEBIT | MERCHANT_CREDIT | WALLET_TO_WALLET')
  await user.click(screen.getByRole('option', { name: 'Merchant debit', hidden: true }))

  const merchant = await filter.findByLabelText('Merchant', { selector: 'input' })
  expect(searched).toEqual([])
  await user.type(merchant, 'balo')
  await waitFor(() =>
    expect(optionsOf(merchant).map((option) => option.textContent)).toEqual(['Balogun Market Traders']),
  )
  expect(searched).toEqual(['page=1&size=1000000&verified=ACCEPTED'])
  await user.click(await screen.findByRole('option', { name: 'Balogun Market Traders', hidden: true }))

  const start = await filter.findByLabelText('Start date')
  fireEvent.change(start, { target: { value: '01/11/2024' } })
  fireEvent.blur(start)
  await user.click(filter.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(requests.at(-1)))).toEqual({
      page: '1',
      size: '100',
      walletId: 'w1',
      category: 'MERCHANT_DEBIT',
      merchantId: 'm2',
      startDate: '2024-11-01',
    }),
  )
  expect(screen.getByText('Merchant: Balogun Market Traders')).toBeTruthy()
  for (const key of ['category', 'merchant', 'merchantName', 'startDate'])
    expect(addressQuery()).not.toHaveProperty(key)
})

it('EXPORT-06 exports by type, status and days', async () => {
  const { user } = await openTransactions()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const exporting = await dialog()
  const choose = async (field: string, option: string) => {
    const input = await exporting.findByLabelText(field, { selector: 'input' })
    await user.click(input)
    await user.click(optionsOf(input).find((shown) => shown.textContent === option) ?? input)
  }
  const write = async (field: string, day: string) => {
    const input = await exporting.findByLabelText(field)
    fireEvent.change(input, { target: { value: day } })
    fireEvent.blur(input)
  }
  const matching = (rows: number) => exporting.findByText(`${rows} of the 3 rows on this page`)
  await choose('Type', 'credit')
  expect(await matching(2)).toBeTruthy()
  await choose('Status', 'success')
  expect(await matching(1)).toBeTruthy()
  await write('Start date', '17/11/2026')
  await write('End date', '18/11/2026')
  expect(await matching(1)).toBeTruthy()
  await write('Start date', '01/11/2026')
  await write('End date', '17/11/2026')
  expect(await matching(0)).toBeTruthy()
})

it('WALLET-15 opens a row in a dialog through the search params', async () => {
  const requests: string[] = []
  const { user } = await openTransactions({
    extra: [
      answer(contract.transactions.info, (call) => {
        requests.push(String(call.query))
        return { transaction: debit }
      }),
    ],
  })
  await user.click(screen.getByText('Ngozi Eze'))
  const opened = await dialog()
  await waitFor(() => expect(requests).toEqual(['transactionId=t2']))
  expect(await opened.findByText('₦1,200.00')).toBeTruthy()
  expect(addressQuery()['transactionId']).toBe('t2')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(addressQuery()).not.toHaveProperty('transactionId')
  expect(window.location.pathname).toBe('/wallets/w1')
})

it('ERR-08 shows the empty state', async () => {
  await openTransactions({ rows: [] })
  expect(screen.getByText('No List Record Found')).toBeTruthy()
})
