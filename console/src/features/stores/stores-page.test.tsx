import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { lienServer } from '../../testing/lien-server.ts'
import { choose, fieldsIn, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown, rows } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'

const { transactions, list, terminals } = contract.stores
const merchant = { id: 'merchant-1', businessName: 'Kola Nut & Kernel' }
const store = { id: 'store-1', name: 'Balogun counter' }
const terminal = { id: 'terminal-1', serialNumber: 'PAX-0001' }
const credited = {
  id: 'txn_1',
  createdAt: '2026-11-20T13:32:00.000Z',
  type: 'CREDIT' as const,
  category: 'CREDIT_STORE',
  amount: 1000,
  charges: 5.38,
  status: 'SUCCESS',
  reference: 'COL-000013261120143205118830274615',
  store,
  terminal,
  merchant,
}
const moved = {
  ...credited,
  id: 'txn_2',
  category: 'TRANSFER_FROM_MERCHANT',
  amount: 250.5,
  reference: 'KBO-7',
  terminal: null,
}
const aTerminal = {
  ...terminal,
  createdAt: credited.createdAt,
  status: 'ACTIVE',
  store,
  merchant,
  accountNumber: '1010000012',
  balance: 994.62,
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    answer(transactions, ({ query }) => {
      requests.push(`transactions ${query}`)
      return { totalRecords: 250, transactions: [credited, moved, { ...credited, id: 'txn_3', status: 'DECLINED' }] }
    }),
    answer(list, ({ query }) => {
      requests.push(`stores ${query}`)
      const shop = { id: 'shop-1', name: 'Kernel & Sons', branch: 'Ikeja, Lagos' }
      const listedStore = { ...store, createdAt: credited.createdAt, merchant, accountNumber: '1010000005' }
      return { totalRecords: 1, stores: [{ ...listedStore, shop, balance: 5257.12, terminals: 3 }] }
    }),
    answer(terminals, ({ query }) => {
      requests.push(`terminals ${query}`)
      const inactive = { ...aTerminal, id: 'terminal-2', serialNumber: 'PAX-0002', status: 'INACTIVE' }
      return { totalRecords: 2, terminals: [aTerminal, inactive] }
    }),
    answer(contract.transactions.info, ({ query }) => {
      requests.push(`info ${query}`)
      return {
        transaction: {
          ...credited,
          sessionId: '000013261120143205118830274615',
          shop: { id: 'shop-1', name: 'Kernel & Sons' },
          merchantId: merchant.id,
          merchantName: merchant.businessName,
          originatorAccountName: 'Hadiza Bello',
          beneficiaryAccountName: 'Balogun counter',
          alert: null,
        },
      }
    }),
  ])
  return { requests, ...opened }
}

it('STORE-01 lists store transactions, newest first', async () => {
  const { requests } = renderPage('/stores')
  await shown()
  expect(requests).toEqual(['transactions page=1&size=100'])
  expect(headers().join(' | ')).toBe(
    'Date created | Store | Merchant | Terminal | Category | Amount | Reference | Status',
  )
  const where = '20-11-2026 14:32 | Balogun counter | Kola Nut & Kernel'
  expect(rows()).toEqual([
    `${where} | PAX-0001 | Credit store | ₦1,000.00 | ${credited.reference} | Success`,
    `${where} | _ | Transfer from merchant | ₦250.50 | KBO-7 | Success`,
    `${where} | PAX-0001 | Credit store | ₦1,000.00 | ${credited.reference} | Declined`,
  ])
})

it('STORE-02 FILTER-37 FILTER-06 filters by category with the values of the API and, as an exception, in the URL', async () => {
  const { requests, user } = renderPage('/stores')
  await shown()
  const dialog = await openDialog('Filter by')
  expect(await offeredValues(user, 'Category')).toBe(
    'DEBIT_STORE | TRANSFER_FROM_STORE | CREDIT_STORE | TRANSFER_FROM_MERCHANT | TERMINAL_TO_STORE | TRANSFER_FROM_TERMINAL | BANK_TRANSFER',
  )
  await user.keyboard('{Escape}')
  await choose(user, 'Category', 'Terminal to store')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Category: Terminal to store')
  await expect.poll(() => requests.at(-1)).toBe('transactions page=1&size=100&category=TERMINAL_TO_STORE')
  expect(addressQuery()).toMatchObject({ category: 'TERMINAL_TO_STORE', page: '1' })
})

it('STORE-03 filters by a terminal found by serial number', async () => {
  const { requests, user } = renderPage('/stores')
  await shown()
  const dialog = await openDialog('Filter by')
  await user.type(await screen.findByLabelText('Terminal', { selector: 'input' }), 'pax')
  await expect.poll(() => requests.at(-1)).toBe('terminals page=1&size=100&serialNumber=pax')
  await user.click(await screen.findByRole('option', { name: 'PAX-0002', hidden: true }))
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Terminal: PAX-0002')
  await expect.poll(() => requests.at(-1)).toBe('transactions page=1&size=100&terminalId=terminal-2')
  expect(addressQuery()).toMatchObject({ terminal: 'terminal-2', terminalName: 'PAX-0002' })
})

it('searches by reference, session ID or store', async () => {
  const { requests, user } = renderPage('/stores')
  await shown()
  await user.type(screen.getByLabelText('Search reference, session ID or store'), 'balogun{Enter}')
  await expect.poll(() => requests.at(-1)).toBe('transactions page=1&size=100&search=balogun')
})

it("PANEL-16 CONST-13 opens a row's summary, fetched only then, with a link to the transaction page", async () => {
  const { requests, user } = renderPage('/stores')
  await shown()
  expect(requests.some((one) => one.startsWith('info'))).toBe(false)
  const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
  if (row) await user.click(row)
  const panel = await screen.findByRole('dialog', { name: 'Transaction Summary' })
  await within(panel).findByText('Hadiza Bello')
  await expect.poll(() => requests.at(-1)).toBe('info transactionId=txn_1')
  expect(Object.fromEntries(fieldsIn(panel))).toMatchObject({
    Status: 'Success',
    Date: '20 November 2026 14:32:00',
    Category: 'Credit store',
    Type: 'Credit',
    Store: 'Balogun counter',
    Shop: 'Kernel & Sons',
    Terminal: 'PAX-0001',
    Merchant: 'Kola Nut & Kernel',
    Amount: '₦1,000.00',
    Charges: '₦5.38',
    From: 'Hadiza Bello',
  })
  const addressOf = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Kernel & Sons')).toBe('/shops/shop-1')
  expect(addressOf('Open transaction page')).toBe('/payout/txn_1/transaction-payout')
  expect(addressQuery()).toMatchObject({ transactionId: 'txn_1' })
})

it('reports a transaction that does not exist', async () => {
  const missing = refuse(contract.transactions.info, 404, { message: 'No', code: 'not_found' })
  renderPage('/stores?transactionId=x', missing)
  expect(await screen.findByText('This transaction does not exist in Live mode')).toBeTruthy()
})

it('shows a retry button when the list could not be fetched', async () => {
  renderPage('/stores', refuse(transactions, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
})

it("STORE-03 lists stores with balances in a tab and opens a store's terminals from a row", async () => {
  const { requests, user } = renderPage('/stores')
  await shown()
  await user.click(screen.getByRole('tab', { name: /^Stores/ }))
  await screen.findByText('₦5,257.12')
  expect(headers().join(' | ')).toBe(
    'Date created | Store | Shop | Branch | Merchant | Account number | Terminals | Balance | Action',
  )
  const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
  if (row) await user.click(row)
  await screen.findByText('Store: Balogun counter')
  await expect.poll(() => requests.at(-1)).toBe('terminals page=1&size=100&storeId=store-1')
})

it('FILTER-38 lists terminals in a tab, filters by serial number and status and opens their transactions from a row', async () => {
  const { requests, user } = renderPage('/stores?status=terminals')
  await screen.findByText('PAX-0002')
  expect(headers().join(' | ')).toBe(
    'Date created | Serial number | Store | Merchant | Account number | Balance | Status',
  )
  const dialog = await openDialog('Filter by')
  await user.type(await screen.findByLabelText('Serial number', { selector: 'input' }), 'PAX')
  await choose(user, 'Status', 'Inactive')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await expect.poll(() => requests.at(-1)).toBe('terminals page=1&size=100&serialNumber=PAX&status=INACTIVE')
  const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
  if (row) await user.click(row)
  await screen.findByText('Terminal: PAX-0001')
  await expect.poll(() => requests.at(-1)).toBe('transactions page=1&size=100&terminalId=terminal-1')
})

it('keeps a store and the lien that is being placed when the store leaves the list', async () => {
  const { user } = renderPage('/stores?status=stores&storeId=store-1', ...lienServer().handlers)
  await user.click(await screen.findByRole('button', { name: 'Place a lien' }))
  const dialog = within(await screen.findByRole('dialog', { name: /lien/i }))
  await user.type(dialog.getByLabelText('Reason'), 'Order of a court')
  apiServer.use(answer(list, () => ({ totalRecords: 0, stores: [] })))
  returnToWindow()
  expect(await screen.findByText(/Record Found$/)).toBeDefined()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Order of a court')
})
