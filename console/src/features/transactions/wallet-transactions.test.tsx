import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, record } from '../../testing/answer.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { aTransaction } from '../../testing/a-transaction.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { cells, dialog, figure, listShown, addressQuery } from '../../testing/on-screen.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const queued = aTransaction({
  id: 't1',
  type: 'DEBIT',
  status: 'QUEUED',
  amount: 5_000,
  walletName: 'Tunde Bakare',
  beneficiaryAccountNumber: '0099887766',
  beneficiaryBankName: 'Access Bank',
})
// Row from a server that does not know the originator's bank.
const received = aTransaction({ id: 't2', type: 'credit', walletName: 'Ngozi Eze', originatorBankName: undefined })
const incomplete = aTransaction({ id: 't3', walletName: null, originatorAccountNumber: null, originatorBankName: null })

/** Opens the wallets tab of the merchant's page and returns the list's recorded requests. */
function openWalletTransactions({ rows = [queued, received, incomplete], handlers = [] as HttpHandler[] } = {}) {
  const requests: string[] = []
  const merchant = aMerchant({ id: 'm1' })
  const opened = renderConsole(paths.merchant('m1', { status: 'wallet-transactions' }), [
    ...handlers,
    record(requests, contract.transactions.walletList, () => ({ totalRecords: rows.length, transactions: rows })),
    ...merchantServer(() => merchant),
  ])
  return { requests, ...opened }
}

it('MWTX-01 shows its columns with number and bank as the account details', async () => {
  openWalletTransactions()
  await listShown()
  expect(
    within(screen.getByRole('tabpanel'))
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Date created', 'Wallet name', 'Account details', 'Amount', 'Type', 'Status'])
  expect(cells(/Tunde/).join(' | ')).toBe(
    '20-11-2026 14:32 | Tunde Bakare | 0099887766 Access Bank | ₦5,000.00 | Debit | Queued',
  )
  expect(cells(/Ngozi/).slice(2, 5)).toEqual(['0123456785', '₦25,000.50', 'Credit'])
  expect(cells(/, _$/).slice(1, 3)).toEqual(['_', '_'])
})

it('MWTX-07 shows queued transactions in the colour of pending ones', async () => {
  openWalletTransactions({ rows: [queued, { ...received, status: 'PENDING' }] })
  await listShown()
  const tag = screen.getByText('Queued')
  expect(tag.className).toBe(screen.getByText('Pending').className)
})

it('MWTX-06 requests the transactions of this merchant’s wallets', async () => {
  const { requests } = openWalletTransactions()
  expect(await screen.findByText('Showing 1 to 3 of 3')).toBeTruthy()
  expect(requests).toEqual(['page=1&size=100&merchantId=m1'])
})

it('MWTX-02 searches by wallet reference', async () => {
  const { requests, user } = openWalletTransactions()
  await listShown()
  await user.type(screen.getByRole('searchbox', { name: 'Search by wallet reference' }), 'KB-7')
  await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&merchantId=m1&reference=KB-7'))
  expect(addressQuery()['status']).toBe('wallet-transactions')
})

it('MWTX-03 FILTER-14 filters by one of six categories and by days without changing the URL', async () => {
  const { requests, user } = openWalletTransactions()
  await listShown()
  await user.click(screen.getByRole('button', { name: 'Filter by' }))
  const filter = await dialog()
  const category = await filter.findByLabelText('Category', { selector: 'input' })
  await user.click(category)
  const offered = optionsOf(category)
  expect(offered.map((option) => option.getAttribute('value')).join(' | ')).toBe(
    'BANK_TRANSFER | DEBIT_WALLET | CREDIT_WALLET | MERCHANT_DEBIT | MERCHANT_CREDIT | WALLET_TO_WALLET',
  )
  await user.click(screen.getByRole('option', { name: 'Wallet to wallet', hidden: true }))
  const start = await filter.findByLabelText('Start date')
  fireEvent.change(start, { target: { value: '01/11/2024' } })
  fireEvent.blur(start)
  await user.click(filter.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() =>
    expect(requests.at(-1)).toBe('page=1&size=100&merchantId=m1&category=WALLET_TO_WALLET&startDate=2024-11-01'),
  )
  expect(addressQuery()).not.toHaveProperty('category')
})

it.each<[string, Partial<Data<typeof contract.transactions.analytics>>, string, string]>([
  ['of the wallets', { totalWalletTransactionValue: 700.5, totalWalletTransactionVolume: 7 }, '₦700.50', '7'],
  ['there are, where the server has none of the wallets', {}, '₦90,000.00', '1,200'],
])('MWTX-04 shows the number of wallets, their balance and the totals %s', async (_, more, value, volume) => {
  openWalletTransactions({
    handlers: [
      answer(contract.transactions.analytics, () => ({
        totalBalance: 1,
        totalTransactionValue: 90_000,
        totalTransactionVolume: 1_200,
        totalWallets: 1_842,
        totalWalletBalance: 33_000.25,
        ...more,
      })),
    ],
  })
  await waitFor(() => expect(figure('Total wallets')).toBe('1,842'))
  expect(figure('Total wallet balance')).toBe('₦33,000.25')
  expect(figure('Total transaction value')).toBe(value)
  expect(figure('Total transaction volume')).toBe(volume)
})

it('shows the daily history of the wallets, not of the merchant', async () => {
  const requests: string[] = []
  openWalletTransactions({
    handlers: [
      answer(contract.transactions.series, (call) => {
        requests.push(String(call.query))
        return { series: [] }
      }),
    ],
  })
  await waitFor(() => expect(requests).toEqual(['merchantId=m1&scope=WALLET&days=30']))
})

it('ERR-10 shows the empty state', async () => {
  openWalletTransactions({ rows: [] })
  expect(await screen.findByText('Transaction Record not Found')).toBeTruthy()
})

it('MWTX-05 opens a row in the dialog and stays on this tab after closing', async () => {
  const info = answer(contract.transactions.info, () => ({ transaction: queued }))
  const { user } = openWalletTransactions({ handlers: [info] })
  await listShown()
  await user.click(screen.getByText('Tunde Bakare'))
  expect(await (await dialog()).findByText('₦5,000.00')).toBeTruthy()
  expect(addressQuery()['transactionId']).toBe('t1')
  expect(addressQuery()['status']).toBe('wallet-transactions')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(addressQuery()['status']).toBe('wallet-transactions')
})
