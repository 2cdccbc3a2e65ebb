import { contract } from '@kobo/contract'
import type { ChildAccount } from '@kobo/contract/child-accounts'
import type { Data } from '@kobo/contract/kit/call'
import { fireEvent, screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { activity, statusDisplay } from '../../status/statuses.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { aWallet } from '../../testing/a-wallet.ts'
import { apiServer } from '../../testing/api-server.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { choose, fieldsIn, offered, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, figure, headers, listShown as shown, rows, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { merchants, wallets, merchantAccounts, walletAccounts, transactions, transactionInfo } = contract.childAccounts

const danfo = { id: 'merchant-1', businessName: 'Danfo Express Logistics' }
const holder = { ...danfo, createdAt: '2026-11-02T13:32:00.000Z', totalChildAccounts: 3, totalBalance: 994.62 }
const fees: ChildAccount = {
  id: 'child-1',
  createdAt: '2026-11-10T13:32:00.000Z',
  accountName: 'Danfo Express Payroll',
  accountNumber: '5400000025',
  bankName: 'Providus Bank',
  balance: 994.62,
  status: 'ACTIVE',
  merchant: danfo,
  wallet: null,
}
const savings: ChildAccount = {
  ...fees,
  id: 'child-2',
  accountName: 'Ngozi Eze Savings',
  accountNumber: '5400000117',
  status: 'INACTIVE',
  wallet: { id: 'wallet-1', accountName: 'Ngozi Eze' },
}
const ngozi: Data<typeof wallets>['wallets'][number] = {
  id: 'wallet-1',
  createdAt: '2026-11-12T08:00:00.000Z',
  accountName: 'Ngozi Eze',
  merchant: danfo,
  totalChildAccounts: 2,
  totalBalance: 50_000.5,
  status: 'PENDING',
}
const payout: Data<typeof transactions>['transactions'][number] = {
  id: 'txn_1',
  createdAt: '2026-11-20T13:32:00.000Z',
  type: 'DEBIT',
  category: 'BANK_TRANSFER',
  amount: 300,
  charges: 0,
  status: 'SUCCESS',
  reference: 'KBO-26112014320511-7Q2F',
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const respondWith = <T,>(reply: T) => {
    return ({ query }: { query: URLSearchParams }) => {
      requests.push(String(query))
      return reply
    }
  }
  const opened = renderConsole(address, [
    ...first,
    answer(
      merchants,
      respondWith({
        totalRecords: 25,
        totalChildAccounts: 61,
        totalBalance: 1_234_567.89,
        merchants: [holder],
      }),
    ),
    answer(wallets, respondWith({ totalRecords: 18, totalChildAccounts: 22, totalBalance: 9, wallets: [ngozi] })),
    answer(
      merchantAccounts,
      respondWith({ totalRecords: 1, totalChildAccounts: 1, totalBalance: 994.62, accounts: [fees] }),
    ),
    answer(
      walletAccounts,
      respondWith({ totalRecords: 1, totalChildAccounts: 1, totalBalance: 994.62, accounts: [savings] }),
    ),
    answer(transactions, respondWith({ totalRecords: 1, account: fees, transactions: [payout] })),
    answer(transactionInfo, () => ({
      transaction: {
        ...payout,
        charges: 10.75,
        chargeLines: { fee: 10, vat: 0.75, stampDuty: 0 },
        chargeTransactionId: 'txn_2',
        originatorAccountName: 'Danfo Express Payroll',
        originatorAccountNumber: '5400000025',
        originatorBankName: 'Providus Bank',
        beneficiaryAccountName: 'OKAFOR CHIDI',
        beneficiaryAccountNumber: '0123456785',
        beneficiaryBankName: 'GTBank',
        sessionId: '000023261120143205118830274615',
      },
    })),
    answer(contract.merchants.info, () => ({ merchant: aMerchant(danfo) })),
    answer(contract.wallets.info, () => ({ wallet: aWallet({ id: 'wallet-1', accountName: 'Ngozi Eze' }) })),
  ])
  return { requests, last: () => Object.fromEntries(new URLSearchParams(requests.at(-1))), ...opened }
}

describe('Merchants with child accounts', () => {
  it.each(['/child-account', '/child-account?status=merchants'])(
    'SUBACC-01 SUBACC-05 lists merchants with child accounts at %s',
    async (address) => {
      const { requests } = renderPage(address)
      await shown()
      expect(selectedTab()).toBe('Merchants 25')
      expect(requests).toEqual(['page=1&size=100'])
      expect(headers()).toEqual(['Date created', 'Business name', 'Total child accounts', 'Total balance'])
      expect(rows()).toEqual(['02-11-2026 14:32 | Danfo Express Logistics | 3 | ₦994.62'])
    },
  )

  it('SUBACC-06 shows the totals of all merchants above the list', async () => {
    renderPage('/child-account')
    await shown()
    expect(['Total Balance', 'Total Child Accounts', 'Total Merchants'].map(figure)).toEqual([
      '₦1,234,567.89',
      '61',
      '25',
    ])
  })

  it('SUBACC-01 keeps the page in the search params', async () => {
    const { requests } = renderPage('/child-account?status=merchants&page=2&perPage=20&itemOffset=20')
    await screen.findByText(/^Showing 21 to /)
    expect(requests).toEqual(['page=2&size=20'])
  })

  it('SUBACC-02 opens the merchant’s child accounts from a row', async () => {
    const { user } = renderPage('/child-account')
    await shown()
    await user.click(screen.getByText('Danfo Express Logistics'))
    await expect.poll(() => window.location.pathname).toBe('/child-account/merchant-1/merchant')
    expect(await screen.findByText('Danfo Express Payroll')).toBeTruthy()
  })

  it('FILTER-25 filters merchants by name and days without changing the URL', async () => {
    const { user, last } = renderPage('/child-account')
    await shown()
    const dialog = await openDialog('Filter by')
    await user.type(await dialog.findByLabelText('Name'), 'danfo')
    fireEvent.change(await dialog.findByLabelText('Start date'), { target: { value: '01/11/2026' } })
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Name: danfo')
    await expect.poll(last).toEqual({ page: '1', size: '100', name: 'danfo', startDate: '2026-11-01' })
    expect(addressQuery()).toEqual({})
  })

  it('shows an error and refetches the list on demand when it could not be fetched', async () => {
    const { user } = renderPage('/child-account', refuse(merchants, 500, { message: 'Broken' }))
    const refetchButton = await screen.findByRole('button', { name: 'Refetct List' })
    apiServer.use(answer(merchants, () => ({ totalRecords: 1, merchants: [holder] })))
    await user.click(refetchButton)
    expect(await screen.findByText('Danfo Express Logistics')).toBeTruthy()
  })
})

describe('Customers with child accounts', () => {
  it('SUBACC-03 SUBACC-07 lists customers in their own tab', async () => {
    const { requests } = renderPage('/child-account?status=customers')
    await shown()
    expect(selectedTab()).toBe('Customers 18')
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Date created | Wallet name | Merchant name | Total child accounts | Total balance | Status',
    )
    expect(rows()).toEqual(['12-11-2026 09:00 | Ngozi Eze | Danfo Express Logistics | 2 | ₦50,000.50 | Inactive'])
  })

  it('SUBACC-03 searches customers by name and filters by status through the search params', async () => {
    const { last } = renderPage('/child-account?status=customers&search=ngo&filterStatus=ACTIVE&page=1&perPage=20')
    await shown()
    expect(last()).toEqual({ page: '1', size: '20', name: 'ngo', status: 'ACTIVE' })
    expect(screen.getByText('Status: Active')).toBeTruthy()
  })

  it('FILTER-21 offers the statuses active and inactive', async () => {
    const { user, last } = renderPage('/child-account?status=customers')
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Status')).toBe('ACTIVE: Active | INACTIVE: Inactive')
    await user.keyboard('{Escape}')
    await choose(user, 'Status', 'Inactive')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(last).toEqual({ page: '1', size: '100', status: 'INACTIVE' })
    expect(addressQuery()).toMatchObject({ filterStatus: 'INACTIVE', status: 'customers' })
  })

  it('SUBACC-04 opens the customer’s child accounts from a row', async () => {
    const { user } = renderPage('/child-account?status=customers')
    await shown()
    await user.click(screen.getByText('Ngozi Eze'))
    await expect.poll(() => window.location.pathname).toBe('/child-account/wallet-1/customer')
    expect(await screen.findByText('Ngozi Eze Savings')).toBeTruthy()
  })

  it('STATE-06 shows a customer who awaits activation as inactive', () => {
    expect(statusDisplay('ACTIVE', activity).label).toBe('Active')
    expect(statusDisplay('PENDING', activity).label).toBe('Inactive')
  })
})

describe('Child accounts of one holder', () => {
  const columns = ['Date created', 'Account name', 'Account number', 'Bank', 'Balance', 'Status']

  it('SUBACC-02 shows child accounts under the merchant’s name with a link to its page', async () => {
    const { last } = renderPage('/child-account/merchant-1/merchant')
    await shown()
    expect(last()).toEqual({ page: '1', size: '100', merchantId: 'merchant-1' })
    expect(screen.getByRole('heading', { level: 1, name: 'Danfo Express Logistics' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open merchant page' }).getAttribute('href')).toBe('/merchants/merchant-1')
    expect(headers()).toEqual(columns)
    expect(['Total Balance', 'Total Child Accounts'].map(figure)).toEqual(['₦994.62', '1'])
    expect(screen.getByRole('button', { name: 'Copy account number' })).toBeTruthy()
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/child-account',
      '/child-account?status=merchants',
    ])
  })

  it('SUBACC-04 shows child accounts under the customer’s name with a link to the wallet', async () => {
    const { last } = renderPage('/child-account/wallet-1/customer')
    await shown()
    expect(last()).toEqual({ page: '1', size: '100', walletId: 'wallet-1' })
    expect(screen.getByRole('heading', { level: 1, name: 'Ngozi Eze' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open wallet page' }).getAttribute('href')).toBe('/wallets/wallet-1')
    expect(headers()).toEqual(columns)
  })

  it('FILTER-21 searches child accounts by name and filters by status', async () => {
    const { user, last } = renderPage('/child-account/merchant-1/merchant')
    await shown()
    const dialog = await openDialog('Filter by')
    await choose(user, 'Status', 'Active')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Status: Active')
    fireEvent.change(screen.getByLabelText('Search by account name or number'), { target: { value: 'payroll' } })
    await expect
      .poll(last)
      .toEqual({ page: '1', size: '100', merchantId: 'merchant-1', status: 'ACTIVE', name: 'payroll' })
  })

  it('opens the transactions of a child account from a row', async () => {
    const { user, last } = renderPage('/child-account/wallet-1/customer')
    await shown()
    await user.click(screen.getByText('Ngozi Eze Savings'))
    await expect.poll(addressQuery).toEqual({ accountId: 'child-2' })
    await expect.poll(last).toEqual({ page: '1', size: '100', childAccountId: 'child-2' })
  })

  it.each([
    ['/child-account/x/merchant', contract.merchants.info, 'merchant'],
    ['/child-account/x/customer', contract.wallets.info, 'wallet'],
  ] as const)('reports at %s that the holder does not exist', async (address, call, name) => {
    renderPage(address, refuse(call, 404, { message: 'No', code: 'not_found' }))
    expect(await screen.findByText(`This ${name} does not exist in Live mode`)).toBeTruthy()
  })
})

describe('Transactions of a child account', () => {
  const address = '/child-account/merchant-1/merchant?accountId=child-1'

  it('shows transactions under the account with its number, bank and balance', async () => {
    const { last } = renderPage(address)
    await shown()
    expect(last()).toEqual({ page: '1', size: '100', childAccountId: 'child-1' })
    expect(screen.getByRole('heading', { level: 1, name: 'Danfo Express Payroll' })).toBeTruthy()
    expect(screen.getByText('Balance ₦994.62')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy account number' })).toBeTruthy()
    expect(headers()).toEqual(['Date created', 'Type', 'Category', 'Amount', 'Status'])
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByRole('link', { name: 'Danfo Express Logistics' }).getAttribute('href')).toBe(
      '/child-account/merchant-1/merchant',
    )
  })

  it('FILTER-24 FILTER-49 filters by type, status, charge category and days and sends each value unchanged', async () => {
    const { user, last } = renderPage(address)
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Status')).toBe('success | pending | failed')
    await user.keyboard('{Escape}')
    expect(await offered(user, 'Charge category')).toBe(
      'DEBIT_CHILD_ACCOUNT_CHARGES: Debit child account charges | CREDIT_CHILD_ACCOUNT_CHARGES: Credit child account charges',
    )
    await user.keyboard('{Escape}')
    await choose(user, 'Type', 'Debit')
    await choose(user, 'Status', 'Success')
    await choose(user, 'Charge category', 'Debit child account charges')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Type: Debit')
    await expect.poll(last).toEqual({
      page: '1',
      size: '100',
      childAccountId: 'child-1',
      type: 'DEBIT',
      status: 'success',
      category: 'DEBIT_CHILD_ACCOUNT_CHARGES',
    })
    expect(addressQuery()).toEqual({ accountId: 'child-1' })
  })

  it('API-24 opens details with charges, linked charge, recipient and a link to the transaction page', async () => {
    const { user } = renderPage(address)
    await shown()
    await user.click(screen.getByText('Bank transfer'))
    const panel = await screen.findByRole('dialog', { name: 'Transaction Details' })
    await within(panel).findByText('OKAFOR CHIDI')
    expect(Object.fromEntries(fieldsIn(panel))).toMatchObject({
      Status: 'Success',
      Type: 'Debit',
      Category: 'Bank transfer',
      Amount: '₦300.00',
      Charges: '₦10.75',
      Fee: '₦10.00',
      VAT: '₦0.75',
      'Stamp duty': '₦0.00',
      'From account': '5400000025',
      To: 'OKAFOR CHIDI',
      'To account': '0123456785',
      'To bank': 'GTBank',
    })
    expect(within(panel).getByRole('link', { name: 'View charge' }).getAttribute('href')).toBe(
      '/payout/txn_2/transaction-payout',
    )
    expect(within(panel).getByRole('link', { name: 'Open transaction page' }).getAttribute('href')).toBe(
      '/payout/txn_1/transaction-payout',
    )
    expect(addressQuery()).toEqual({ accountId: 'child-1', transactionId: 'txn_1' })
  })

  it('reports a child account that does not exist', async () => {
    renderPage(
      address,
      answer(transactions, () => ({ totalRecords: 0, account: null, transactions: [] })),
    )
    expect(await screen.findByText('This child account does not exist in Live mode')).toBeTruthy()
  })

  it('lists transactions even if the server omits the account', async () => {
    renderPage(
      address,
      answer(transactions, () => ({ totalRecords: 1, transactions: [payout] })),
    )
    await shown()
    expect(screen.getByRole('heading', { level: 1, name: 'child-1' })).toBeTruthy()
  })
})
