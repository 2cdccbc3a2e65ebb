import { contract } from '@kobo/contract'
import type { CheckoutInfo } from '@kobo/contract/checkouts'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { checkoutPaid, statusDisplay } from '../../status/statuses.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { choose, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, cells, headers, listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, info } = contract.checkouts

const checkout: CheckoutInfo = {
  id: 'chk-1',
  createdAt: '2026-11-20T13:32:05.000Z',
  reference: 'ORD-7781',
  amount: 60_000,
  hasPaid: true,
  charges: 537.5,
  paymentMethod: 'Bank',
  merchantId: 'merchant-1',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  narration: 'Bus tickets to Ibadan',
  link: 'https://console.example/pay/checkout/chk-1',
  transaction: {
    id: 'txn_1',
    createdAt: '2026-11-20T13:40:00.000Z',
    amount: 60_000,
    totalSettlementAmount: 59_462.5,
    narration: 'Tickets',
    paymentMethod: 'Bank',
    sessionId: '000013261120144000118830274615',
  },
  virtualAccount: { id: 'va-1', accountNumber: '5400000025', accountName: 'Danfo', bankName: 'Providus Bank' },
  expiresAt: '2026-11-20T14:32:00.000Z',
  closedAt: null,
  payments: [
    {
      id: 'txn_0',
      createdAt: '2026-11-20T13:35:00.000Z',
      status: 'DECLINED',
      amount: 6_000,
      senderName: 'Hadiza Bello',
      reason: 'Account 5400000025 expects ₦60,000.00 but received ₦6,000.00',
    },
  ],
}

/** Reply of a server that sends only the required fields. */
const unpaid: CheckoutInfo = {
  id: 'chk-2',
  createdAt: '2026-11-20T13:30:00.000Z',
  reference: 'ORD-7780',
  amount: 1_200,
  hasPaid: false,
}

function renderPage(address: string, checkoutInfo: CheckoutInfo = checkout, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({ totalRecords: 250, checkouts: [checkout, unpaid] })),
    answer(info, () => ({ info: checkoutInfo })),
    answer(contract.merchants.list, () => ({
      totalRecords: 0,
      totalVerifiedMerchants: 0,
      totalNonVerifiedMerchants: 0,
      merchants: [],
    })),
  ])
  return { requests, ...opened }
}

const panelFields = async () => {
  const panel = within(await screen.findByRole('dialog', { name: 'Checkout Transaction Details' }))
  await panel.findByText('Transaction Ref.')
  await expect.poll(() => panel.queryAllByText('Amount')[0]?.nextElementSibling?.textContent).toMatch(/₦/)
  const terms = panel.getAllByRole('term')
  return { panel, fields: terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']) }
}

it('CHECKOUT-01 lists the checkouts of merchants at /checkout', async () => {
  const { requests } = renderPage('/checkout')
  await listShown()
  expect(requests).toEqual(['page=1&size=100'])
  expect(headers().join(' | ')).toBe(
    'Date created | Merchant name | Reference | Amount | Charges | Payment method | Status',
  )
  expect(cells(/^20-11-2026 14:32/).join(' | ')).toBe(
    '20-11-2026 14:32 | Danfo Express Logistics | ORD-7781 | ₦60,000.00 | ₦537.50 | Bank | Paid',
  )
  expect(cells(/^20-11-2026 14:30/).slice(4)).toEqual(['_', '_', 'Not paid'])
})

it('FILTER-28 FILTER-55 filters by merchant, payment and days in `Filter By Merchant` without changing the URL', async () => {
  const { requests, user } = renderPage('/checkout')
  await listShown()
  const dialog = await openDialog('Filter by')
  expect(dialog.getByText('Filter By Merchant')).toBeTruthy()
  for (const field of ['Merchant', 'Start date', 'End date']) {
    expect(await dialog.findByLabelText(field, { selector: 'input' })).toBeTruthy()
  }
  expect(await offered(user, 'Status')).toBe('true: Paid | false: Not paid')
  await user.keyboard('{Escape}')
  await choose(user, 'Status', 'Not paid')
  await user.type(await screen.findByLabelText('Start date', { selector: 'input' }), '02/01/2026')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Status: Not paid')
  await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&hasPaid=false&startDate=2026-01-02')
  expect(addressQuery()).toEqual({})
})

it('EXPORT-11 exports only paid checkouts, or only those paid by bank or by card', async () => {
  const { user } = renderPage('/checkout')
  await listShown()
  const dialog = await openDialog('Export')
  expect(await offered(user, 'Method')).toBe('BANK_TRANSFER: BANK_TRANSFER | CARD: CARD')
  await user.keyboard('{Escape}')
  await choose(user, 'Status', 'Paid')
  expect(await dialog.findByText('1 of the 2 rows on this page')).toBeTruthy()
  await choose(user, 'Method', 'CARD')
  expect(await dialog.findByText('0 of the 2 rows on this page')).toBeTruthy()
  await choose(user, 'Method', 'BANK_TRANSFER')
  expect(await dialog.findByText('1 of the 2 rows on this page')).toBeTruthy()
})

describe('Checkout details', () => {
  it('CHECKOUT-03 PANEL-07 opens beside the list with ten required fields first and further fields after them', async () => {
    const { user } = renderPage('/checkout')
    await listShown()
    await user.click(screen.getByText('ORD-7781'))
    const { panel, fields } = await panelFields()
    expect(fields.slice(0, 10)).toEqual([
      ['Amount', '₦60,000.00'],
      ['Status', 'Paid'],
      ['Date and Time', '20 November 2026 14:32:05'],
      ['Amount Paid', '₦60,000.00'],
      ['Charges', '₦537.50'],
      ['Settlement Amount', '₦59,462.50'],
      ['Narration', 'Tickets'],
      ['Payment Method', 'Bank'],
      ['Transaction Ref.', 'ORD-7781'],
      ['Session ID', '000013261120144000118830274615'],
    ])
    expect(
      fields
        .slice(10)
        .map(([label]) => label)
        .join(' | '),
    ).toBe('Description | Merchant | Paid into | Bank name | Expires | Checkout page | Payments')
    expect(panel.getByText(/but received ₦6,000.00/)).toBeTruthy()
    const hrefOf = (name: string) => panel.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('Open transaction page')).toBe('/payout/txn_1/transaction-payout')
    expect(hrefOf('5400000025')).toBe('/virtual-account?virtualAccountId=va-1')
    expect(hrefOf('https://console.example/pay/checkout/chk-1')).toBe('https://console.example/pay/checkout/chk-1')
    expect(addressQuery()).toEqual({ checkoutId: 'chk-1' })
  })

  it('PANEL-08 ERR-16 copies the reference and the session ID', async () => {
    const { user } = renderPage('/checkout?checkoutId=chk-1')
    const { panel } = await panelFields()
    await user.click(panel.getByRole('button', { name: 'Copy reference' }))
    expect(await screen.findByText('Transaction reference copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('ORD-7781')
    await user.click(panel.getByRole('button', { name: 'Copy session ID' }))
    expect(await screen.findByText('Session ID copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('000013261120144000118830274615')
  })

  it('PANEL-09 omits fields without a value', async () => {
    renderPage('/checkout?checkoutId=chk-2', unpaid)
    const { fields } = await panelFields()
    expect(fields).toEqual([
      ['Amount', '₦1,200.00'],
      ['Status', 'Not paid'],
      ['Date and Time', '20 November 2026 14:30:00'],
      ['Transaction Ref.', 'ORD-7780'],
    ])
  })

  it('PANEL-06 shows skeletons while loading and a retry button after a failure', async () => {
    const { user, unmount } = renderPage('/checkout?checkoutId=x', checkout, refuse(info, 500, { message: 'Broken' }))
    expect(await screen.findByText('Error Fetching Details')).toBeTruthy()
    expect(screen.getByRole('button', { name: /again|retry|refetch/i })).toBeTruthy()
    await user.keyboard('{Escape}')
    unmount()
    renderPage(
      '/checkout?checkoutId=chk-1',
      checkout,
      answer(info, () => new Promise(() => {})),
    )
    const panel = within(await screen.findByRole('dialog', { name: 'Checkout Transaction Details' }))
    expect(await panel.findByText('Settlement Amount')).toBeTruthy()
    expect(panel.queryByText(/₦/)).toBeNull()
  })

  it('reports a checkout that does not exist in this mode', async () => {
    renderPage('/checkout?checkoutId=x', checkout, refuse(info, 404, { message: 'No', code: 'not_found' }))
    expect(await screen.findByText('This checkout does not exist in Live mode')).toBeTruthy()
  })
})

it('STATE-19 shows a paid checkout in green as Paid and any other in red as Not paid', () => {
  expect(statusDisplay('true', checkoutPaid)).toEqual({ label: 'Paid', tone: 'green' })
  expect(statusDisplay('false', checkoutPaid)).toEqual({ label: 'Not paid', tone: 'red' })
})
