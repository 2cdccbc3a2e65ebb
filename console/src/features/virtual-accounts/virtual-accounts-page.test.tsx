import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { VirtualAccountInfo } from '@kobo/contract/virtual-accounts'
import { fireEvent, screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { statusDisplay, paidIn, virtualAccount } from '../../status/statuses.ts'
import { choose, fieldsIn, offered, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { addressQuery, headers, listShown as shown, rows, selectedTab, toneOf } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, info, transactions } = contract.virtualAccounts

const account: VirtualAccountInfo = {
  id: 'va-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'USED',
  kind: 'VIRTUAL',
  accountName: 'Danfo Express Logistics',
  accountNumber: '5400000025',
  bankName: 'Providus Bank',
  amount: 60_000,
  charges: 322.5,
  metadata: { reference: 'ORD-5400000025' },
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  expiresAt: '2026-11-20T14:32:00.000Z',
  closedAt: null,
  wallet: null,
  usedAt: '2026-11-20T13:40:00.000Z',
  payments: [
    {
      id: 'txn_2',
      createdAt: '2026-11-20T13:50:00.000Z',
      status: 'DECLINED',
      amount: 60_000,
      senderName: 'Hadiza Bello',
      reason: 'Account 5400000025 already received its payment on 20-11-2026 14:40',
    },
    {
      id: 'txn_1',
      createdAt: '2026-11-20T13:40:00.000Z',
      status: 'SUCCESS',
      amount: 60_000,
      senderName: 'Chidi Okafor',
    },
  ],
}

const payment: Data<typeof transactions>['transactions'][number] = {
  id: 'txn_1',
  createdAt: '2026-11-20T13:40:00.000Z',
  status: 'DECLINED',
  amount: 60_000,
  charges: 322.5,
  paymentMethod: 'Bank',
  reference: 'COL-000013261120143205118830274615',
  sessionId: '000013261120143205118830274615',
  accountName: 'Danfo Express Logistics',
  accountNumber: '5400000025',
  senderName: 'Hadiza Bello',
  merchantId: 'merchant-1',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({
      totalRecords: 250,
      accounts: [account, { ...account, id: 'va-2', status: 'UNUSED', amount: 1_200, metadata: undefined }],
    })),
    answer(info, () => account),
    record(requests, transactions, () => ({ totalRecords: 9_000, transactions: [payment] })),
  ])
  return { requests, ...opened }
}

describe('Virtual accounts', () => {
  it.each(['/virtual-account', '/virtual-account?status=accounts'])(
    'VA-01 VA-02 STATE-18 lists virtual accounts at %s, unused ones in red',
    async (address) => {
      const { requests } = renderPage(address)
      await shown()
      expect(selectedTab()).toBe('Accounts 250')
      expect(requests).toEqual(['page=1&size=100'])
      expect(headers().join(' | ')).toBe(
        'Date created | Account name | Account number | Bank name | Merchant name | Amount | Reference | Status',
      )
      const cells = 'Danfo Express Logistics | 5400000025 | Providus Bank | Danfo Express Logistics'
      expect(rows()).toEqual([
        `20-11-2026 14:32 | ${cells} | ₦60,000.00 | ORD-5400000025 | USED`,
        `20-11-2026 14:32 | ${cells} | ₦1,200.00 | _ | UNUSED`,
      ])
      expect(['USED', 'UNUSED'].map((label) => toneOf(screen.getByText(label)))).toEqual(['green', 'red'])
    },
  )

  it('VA-01 searches by account number and filters by name, usage and days', async () => {
    const { requests, user } = renderPage('/virtual-account')
    const last = () => Object.fromEntries(new URLSearchParams(requests.at(-1)))
    await shown()
    const dialog = await openDialog('Filter by')
    await user.type(await dialog.findByLabelText('Name'), 'danfo')
    expect(await offered(user, 'Usage')).toBe('USED: USED | UNUSED: UNUSED')
    await user.keyboard('{Escape}')
    await choose(user, 'Usage', 'UNUSED')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Usage: UNUSED')
    await expect.poll(last).toEqual({ page: '1', size: '100', name: 'danfo', usage: 'UNUSED' })
    fireEvent.change(screen.getByLabelText('Search by account number'), { target: { value: '54000' } })
    await screen.findByDisplayValue('54000')
    await expect.poll(last).toMatchObject({ name: 'danfo', usage: 'UNUSED', accountNumber: '54000' })
  })

  it('PANEL-17 VA-02 opens details from a row with payments and the reason of a declined one', async () => {
    const { user } = renderPage('/virtual-account')
    await shown()
    const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
    if (row) await user.click(row)
    const panel = await screen.findByRole('dialog', { name: 'Virtual Account Details' })
    await within(panel).findByText('ORD-5400000025')
    expect(fieldsIn(panel)).toEqual([
      ['Status', 'USED'],
      ['Date created', '20 November 2026 14:32:00'],
      ['Account name', 'Danfo Express Logistics'],
      ['Bank name', 'Providus Bank'],
      ['Account number', '5400000025'],
      ['Amount', '₦60,000.00'],
      ['Reference', 'ORD-5400000025'],
      ['Merchant', 'Danfo Express Logistics'],
      ['Pays into', 'Danfo Express Logistics, own account'],
      ['Charges', '₦322.50'],
      ['Accepts', 'One payment'],
      ['Expires', '20 November 2026 15:32:00'],
      ['Closed', '_'],
      ['Payments', expect.stringMatching(/^₦60,000\.00Declined.*Hadiza Bello.*₦60,000\.00Success.*Chidi Okafor$/)],
    ])
    expect(within(panel).getByText(/already received its payment/)).toBeTruthy()
    expect(
      within(panel)
        .getAllByRole('link', { name: '₦60,000.00' })
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/payout/txn_2/transaction-payout', '/payout/txn_1/transaction-payout'])
    expect(addressQuery()).toMatchObject({ virtualAccountId: 'va-1' })
  })

  it('PANEL-17 distinguishes a missing account from one that could not be fetched', async () => {
    const { unmount } = renderPage(
      '/virtual-account?virtualAccountId=x',
      refuse(info, 404, { message: 'No', code: 'not_found' }),
    )
    expect(await screen.findByText('This virtual account does not exist in Live mode')).toBeTruthy()
    unmount()
    renderPage('/virtual-account?virtualAccountId=x', refuse(info, 500, { message: 'Broken' }))
    expect(await screen.findByText('Error Fetching Details')).toBeTruthy()
  })

  it('STATE-18 shows unused accounts in red and others in green', () => {
    expect(statusDisplay('UNUSED', virtualAccount)).toEqual({ label: 'UNUSED', tone: 'red' })
    expect(statusDisplay('USED', virtualAccount)).toEqual({ label: 'USED', tone: 'green' })
  })
})

describe('Collections', () => {
  it('VA-03 lists collections in their own tab and opens the transaction from a row', async () => {
    const { requests, user } = renderPage('/virtual-account?status=transactions')
    await shown()
    expect(selectedTab()).toBe('Transactions 9,000')
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Date created | Merchant name | Account number | Sender | Amount | Payment method | Reference | Status',
    )
    expect(rows()).toEqual([
      `20-11-2026 14:40 | Danfo Express Logistics | 5400000025 | Hadiza Bello | ₦60,000.00 | Bank | ${payment.reference} | Declined`,
    ])
    await user.click(screen.getByText('Hadiza Bello'))
    await expect.poll(() => window.location.pathname).toBe('/payout/txn_1/transaction-payout')
  })

  it('FILTER-42 FILTER-45 filters by status and method without changing the URL', async () => {
    const { requests, user } = renderPage('/virtual-account?status=transactions')
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Status')).toBe('SUCCESS | PENDING | FAILED | QUEUED | DECLINED')
    await user.keyboard('{Escape}')
    expect(await offered(user, 'Payment method')).toBe('Card: Card | Bank: Bank')
    await user.keyboard('{Escape}')
    await choose(user, 'Payment method', 'Bank')
    await choose(user, 'Status', 'Declined')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Payment method: Bank')
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&paymentMethod=Bank&status=DECLINED')
    expect(addressQuery()).toEqual({ status: 'transactions' })
  })

  it('EXPORT-11 exports only payments by bank or by card', async () => {
    const { user } = renderPage(
      '/virtual-account?status=transactions',
      answer(transactions, () => ({
        totalRecords: 2,
        transactions: [payment, { ...payment, id: 'txn_2', paymentMethod: undefined }],
      })),
    )
    await shown()
    const dialog = await openDialog('Export')
    expect(await offered(user, 'Method')).toBe('BANK_TRANSFER: BANK_TRANSFER | CARD: CARD')
    await user.keyboard('{Escape}')
    await choose(user, 'Method', 'BANK_TRANSFER')
    expect(await dialog.findByText('1 of the 2 rows on this page')).toBeTruthy()
    await choose(user, 'Method', 'CARD')
    expect(await dialog.findByText('0 of the 2 rows on this page')).toBeTruthy()
  })

  it('STATE-18 shows a declined payment in red as declined', () => {
    expect(statusDisplay('DECLINED', paidIn)).toEqual({ label: 'Declined', tone: 'red' })
    expect(statusDisplay('SUCCESS', paidIn)).toEqual({ label: 'Success', tone: 'green' })
  })
})
