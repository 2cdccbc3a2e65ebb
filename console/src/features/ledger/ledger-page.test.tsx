import { contract } from '@kobo/contract'
import type { LedgerCheck, LedgerPosition } from '@kobo/contract/ledger'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { activity, statusDisplay } from '../../status/statuses.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { choose, fieldsIn, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown, rows, toneOf } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { ledgerCheck } from './ledger-check.tsx'

const { ledger } = contract

const position: LedgerPosition = {
  id: 'account-1',
  kind: 'MERCHANT',
  date: '2026-11-20',
  name: 'Danfo Express Logistics',
  accountNumber: '0123456785',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  walletId: null,
  openingBalance: 750,
  credit: 70.5,
  debit: 20,
  closingBalance: 800.5,
  availableBalance: null,
  status: 'INACTIVE',
}

const passed: LedgerCheck = {
  id: 'check-1',
  status: 'PASSED',
  startedAt: '2026-11-20T05:00:00.000Z',
  endedAt: '2026-11-20T05:01:00.000Z',
  done: 46,
  total: 46,
  requestedBy: null,
  findings: [],
}

const entry = {
  id: 'transfer-1.0',
  createdAt: '2026-11-20T13:32:00.000Z',
  transferId: 'transfer-1',
  kind: 'COLLECTION',
  reference: 'COL-1',
  transactionId: 'txn_1',
  category: 'BANK_FUNDING',
  direction: 'CREDIT',
  amount: 70.5,
  balance: 800.5,
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const record = (name: string, query: URLSearchParams) => requests.push(`${name} ${query}`)
  const opened = renderConsole(address, [
    ...first,
    answer(ledger.merchants, ({ query }) => {
      record('merchants', query)
      return { totalRecords: 1, merchants: [{ ...position, availableBalance: 790.25 }] }
    }),
    answer(ledger.wallets, ({ query }) => {
      record('wallets', query)
      return { totalRecords: 1, wallets: [{ ...position, kind: 'WALLET', name: 'Ngozi Bello', status: 'ACTIVE' }] }
    }),
    answer(ledger.childAccounts, () => ({ totalRecords: 0, accounts: [] })),
    answer(ledger.subAccounts, () => ({ totalRecords: 0, accounts: [] })),
    answer(ledger.stores, () => ({ totalRecords: 0, accounts: [] })),
    answer(ledger.terminals, () => ({ totalRecords: 0, accounts: [] })),
    answer(ledger.provider, () => ({
      totalRecords: 1,
      accounts: [{ ...position, name: 'Fee income', merchant: null }],
    })),
    answer(ledger.check, () => ({ last: passed, running: null })),
    answer(ledger.account, ({ query }) => {
      record('account', query)
      return { account: position }
    }),
    answer(ledger.series, () => ({ series: [] })),
    answer(ledger.entries, ({ query }) => {
      record('entries', query)
      return { totalRecords: 1, entries: [entry] }
    }),
    answer(ledger.transfer, () => ({
      transfer: {
        ...entry,
        id: 'transfer-1',
        merchant: position.merchant,
        lines: [
          { accountId: 'account-1', name: 'Danfo Express Logistics', direction: 'CREDIT', amount: 70.5 },
          { accountId: 'float', name: 'Float at NIP', direction: 'DEBIT', amount: 70.5 },
        ],
      },
    })),
  ])
  return { requests, ...opened }
}

const check = () => screen.findByRole('region', { name: 'Ledger check' })

it('LEDGER-01 LEDGER-04 lists the positions of merchants on a day', async () => {
  const { requests } = renderPage('/ledger-position')
  await shown()
  expect(requests).toEqual(['merchants page=1&size=100'])
  expect(headers().join(' | ')).toBe(
    'Date | Merchant name | Opening balance | Credit | Debit | Closing balance | Available balance | Status',
  )
  expect(rows()).toEqual([
    '20-11-2026 | Danfo Express Logistics | ₦750.00 | ₦70.50 | ₦20.00 | ₦800.50 | ₦790.25 | Inactive',
  ])
  expect(toneOf(screen.getByText('Inactive'))).toBe('red')
  expect(screen.getByRole('link', { name: /^20-11-2026/ }).getAttribute('href')).toBe(
    '/ledger-position/account-1?startDate=2026-11-20&endDate=2026-11-20',
  )
})

it('FILTER-06 FILTER-33 restores the entire filter of a ledger list from a shared link', async () => {
  const { requests } = renderPage(
    '/ledger-position?status=merchants&merchant=merchant-1&filterStatus=active&date=2026-11-20',
    answer(contract.merchants.info, () => ({
      merchant: aMerchant({ id: 'merchant-1', businessName: 'Danfo Express Logistics' }),
    })),
  )
  await shown()
  expect(requests).toEqual(['merchants page=1&size=100&status=active&date=2026-11-20&merchantId=merchant-1'])
  for (const chip of ['Merchant: Danfo Express Logistics', 'Status: Active', 'Date: 20/11/2026'])
    expect(await screen.findByText(chip)).toBeTruthy()
})

it('LEDGER-02 LEDGER-04 FILTER-35 lists wallets in their own tab, filtered by status and wallet', async () => {
  const { requests, user } = renderPage('/ledger-position?status=wallets')
  await shown()
  expect(headers().slice(0, 3)).toEqual(['Date', 'Wallet name', 'Merchant name'])
  expect(rows()).toEqual([
    '20-11-2026 | Ngozi Bello | Danfo Express Logistics | ₦750.00 | ₦70.50 | ₦20.00 | ₦800.50 | _ | Active',
  ])
  expect(toneOf(screen.getByText('Active'))).toBe('green')
  const dialog = await openDialog('Filter by')
  await user.type(await dialog.findByLabelText('Wallet'), 'ngozi')
  await choose(user, 'Status', 'Inactive')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Status: Inactive')
  const sent = () => Object.fromEntries(new URLSearchParams(requests.at(-1)?.replace('wallets ', '')))
  await expect.poll(sent).toEqual({ page: '1', size: '100', wallet: 'ngozi', status: 'inactive' })
})

it('LEDGER-05 shows tabs for child accounts, sub-accounts, stores, terminals and our own accounts', async () => {
  renderPage('/ledger-position?status=provider')
  await shown()
  const names = screen.getAllByRole('tab').map((tab) => tab.textContent?.replace(/[\d\s]+$/, ''))
  expect(names).toEqual(['Merchants', 'Wallets', 'Child accounts', 'Sub-accounts', 'Stores', 'Terminals', 'Provider'])
  expect(screen.getByText('Fee income')).toBeTruthy()
})

it('LEDGER-04 FILTER-34 FILTER-21 filters by active or inactive', async () => {
  const { requests, user } = renderPage('/ledger-position')
  await shown()
  const dialog = await openDialog('Filter by')
  expect(await offered(user, 'Status')).toBe('active: Active | inactive: Inactive')
  await user.keyboard('{Escape}')
  await choose(user, 'Status', 'Inactive')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await expect.poll(() => requests.at(-1)).toBe('merchants page=1&size=100&status=inactive')
  expect(addressQuery()).toMatchObject({ status: 'merchants', page: '1', filterStatus: 'inactive' })
})

it('LEDGER-03 FILTER-33 writes tab, first page and date to the search params when a date is applied', async () => {
  const { requests, user } = renderPage('/ledger-position?status=wallets&page=3')
  await screen.findByRole('table', { name: 'Wallets' })
  const dialog = await openDialog('Filter by')
  await user.type(await dialog.findByLabelText('Date'), '20/11/2025')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await expect.poll(() => requests.at(-1)).toBe('wallets page=1&size=100&date=2025-11-20')
  expect(addressQuery()).toMatchObject({ status: 'wallets', page: '1', date: '2025-11-20' })
})

it('LEDGER-03 omits an invalid or future date from the call', async () => {
  const { requests } = renderPage('/ledger-position?date=2999-01-01')
  await shown()
  expect(requests).toEqual(['merchants page=1&size=100'])
})

it('shows the error state and the empty state', async () => {
  renderPage('/ledger-position', refuse(ledger.merchants, 500, { message: 'Broken' })).unmount()
  renderPage('/ledger-position', refuse(ledger.merchants, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
})

it('LEDGER-08 shows a passed ledger check with its time', async () => {
  renderPage('/ledger-position')
  await within(await check()).findByText('Ledger balanced')
  expect((await check()).textContent).toContain('46 of 46 checks, 20-11-2026 06:01')
})

it('LEDGER-08 describes each finding of a failed ledger check', async () => {
  const findings = [
    { kind: 'negative-balance', harm: 'imbalance', sentence: 'Accounts below zero', count: 7, ids: ['a', 'b'] },
  ]
  renderPage(
    '/ledger-position',
    answer(ledger.check, () => ({ last: { ...passed, status: 'FAILED', findings }, running: null })),
  )
  const discrepancies = await within(await check()).findByRole('list', { name: 'Discrepancies' })
  expect(discrepancies.textContent).toBe('Accounts below zero: 7a, b, …')
})

it('says that the latest ledger check could not be read, and reads it again on request', async () => {
  const { user } = renderPage('/ledger-position', refuse(ledger.check, 500, { message: 'Down' }))
  expect((await within(await check()).findByRole('alert')).textContent).toMatch(
    /^The latest ledger check could not be read/,
  )
  apiServer.use(answer(ledger.check, () => ({ last: passed, running: null })))
  await user.click(within(await check()).getByRole('button', { name: 'Refetch Details' }))
  expect(await within(await check()).findByText(/^46 of 46 checks/)).toBeTruthy()
  expect(within(await check()).queryByRole('alert')).toBeNull()
})

it('LEDGER-08 starts a ledger check and shows its progress', async () => {
  let startCount = 0
  const { user } = renderPage(
    '/ledger-position',
    answer(ledger.check, () =>
      startCount === 0
        ? { last: null, running: null }
        : { last: null, running: { ...passed, status: 'RUNNING', done: 12 } },
    ),
    answer(ledger.startCheck, () => {
      startCount += 1
      return { checkId: 'check-1' }
    }),
  )
  await within(await check()).findByText('No ledger check has run yet')
  await user.click(within(await check()).getByRole('button', { name: 'Check now' }))
  await within(await check()).findByText('12 of 46 checks')
  expect(
    within(await check())
      .getByRole('button', { name: 'Checking...' })
      .hasAttribute('disabled'),
  ).toBe(true)
  expect(startCount).toBe(1)
})

it("LEDGER-06 shows an account's position and lists its entries of the day", async () => {
  const { requests } = renderPage('/ledger-position/account-1?startDate=2025-11-20&endDate=2025-11-20')
  await screen.findByRole('heading', { level: 1, name: 'Danfo Express Logistics' })
  await shown()
  expect(requests.toSorted()).toEqual([
    'account accountId=account-1&date=2025-11-20',
    'entries page=1&size=100&accountId=account-1&startDate=2025-11-20&endDate=2025-11-20',
  ])
  expect(headers()).toEqual(['Date', 'Transfer type', 'Reference', 'Category', 'Credit', 'Debit', 'Balance'])
  expect(Object.fromEntries(fieldsIn(screen.getByRole('region', { name: 'Position' })))).toMatchObject({
    'Opening balance': '₦750.00',
    'Closing balance': '₦800.50',
    'Available balance': '_',
  })
})

it("LEDGER-06 shows today's position beside entries that have a start but no end", async () => {
  const { requests } = renderPage('/ledger-position/account-1?startDate=2025-11-20')
  await screen.findByRole('heading', { level: 1, name: 'Danfo Express Logistics' })
  await shown()
  expect(requests.toSorted()).toEqual([
    'account accountId=account-1',
    'entries page=1&size=100&accountId=account-1&startDate=2025-11-20',
  ])
})

it.each([
  ['MERCHANT', 'merchants'],
  ['WALLET', 'wallets'],
  ['CHILD', 'child-accounts'],
  ['SUBACCOUNT', 'sub-accounts'],
  ['STORE', 'stores'],
  ['TERMINAL', 'terminals'],
  ['FLOAT_NIP', 'provider'],
])('LEDGER-06 links the page of an account of kind %s back to the tab %s', async (kind, tab) => {
  renderPage(
    '/ledger-position/account-1',
    answer(ledger.account, () => ({ account: { ...position, kind } })),
  )
  await screen.findByRole('heading', { level: 1, name: 'Danfo Express Logistics' })
  const above = within(screen.getByRole('main')).getByRole('link', { name: 'Ledger Position' })
  expect(above.getAttribute('href')).toBe(`/ledger-position?status=${tab}`)
})

it("LEDGER-06 PANEL-16 opens an entry's entire transfer with a link to its transaction", async () => {
  const { user } = renderPage('/ledger-position/account-1')
  await shown()
  await user.click(screen.getByRole('link', { name: /^20-11-2026 14:32/ }))
  const panel = await screen.findByRole('dialog', { name: 'Transaction Summary' })
  await within(panel).findByText('Debit ₦70.50')
  const addressOf = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Float at NIP')).toBe('/ledger-position/float')
  expect(addressOf('Open transaction page')).toBe('/payout/txn_1/transaction-payout')
  expect(addressQuery()).toMatchObject({ entryId: 'transfer-1.0' })
})

it('reports a ledger account that does not exist', async () => {
  renderPage('/ledger-position/x', refuse(ledger.account, 404, { message: 'No', code: 'not_found' }))
  expect(await screen.findByText('This ledger account does not exist in Live mode')).toBeTruthy()
})

it('LEDGER-04 LEDGER-08 shows only active accounts and passed checks in green', () => {
  expect(['ACTIVE', 'INACTIVE', 'x'].map((one) => statusDisplay(one, activity))).toEqual([
    { label: 'Active', tone: 'green' },
    { label: 'Inactive', tone: 'red' },
    { label: 'Inactive', tone: 'red' },
  ])
  expect(['PASSED', 'FAILED', 'RUNNING', 'STOPPED'].map((one) => statusDisplay(one, ledgerCheck).tone)).toEqual([
    'green',
    'red',
    'blue',
    'orange',
  ])
})
