import { contract } from '@kobo/contract'
import type { PaymentLinkInfo } from '@kobo/contract/payment-links'
import { fireEvent, screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { linkPaid, paymentLink, statusDisplay } from '../../status/statuses.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { choose, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, cells, headers, listShown, toneOf } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, info } = contract.paymentLinks

const link: PaymentLinkInfo = {
  id: 'pl-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'INACTIVE',
  hasPaid: true,
  description: 'Ten bags of kola nut',
  link: 'https://console.example/pay/q8Jx0aVb2Lk4Zt7w',
  reference: 'ORD-55',
  amount: 60_000,
  merchant: { id: 'merchant-1', businessName: 'Kola Nut & Kernel Ltd' },
  charges: 537.5,
  paidAt: '2026-11-20T13:40:00.000Z',
  inactiveAt: '2026-11-20T13:40:00.000Z',
  checkoutId: 'chk-1',
  transactionId: 'txn_1',
  accountNumber: '5400000025',
  payments: [
    {
      id: 'txn_0',
      createdAt: '2026-11-20T13:35:00.000Z',
      status: 'DECLINED',
      amount: 70_000,
      senderName: 'Hadiza Bello',
      reason: 'Account 5400000025 expects ₦60,000.00 but received ₦70,000.00',
    },
  ],
}

const open = { ...link, id: 'pl-2', createdAt: '2026-11-20T13:30:00.000Z', status: 'ACTIVE', hasPaid: false }

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({ totalRecords: 120, links: [link, open] })),
    answer(info, () => ({ linkInfo: link })),
  ])
  return { requests, ...opened }
}

it('PAYLINK-01 STATE-17 lists payment links at /payment-links with a button to copy each URL', async () => {
  const { requests, user } = renderPage('/payment-links')
  await listShown()
  expect(requests).toEqual(['page=1&size=100'])
  expect(headers()).toEqual(['Date created', 'Merchant name', 'Description', 'Link', 'Amount', 'Payment', 'Status'])
  expect(cells(/^20-11-2026 14:32/).join(' | ')).toBe(
    '20-11-2026 14:32 | Kola Nut & Kernel Ltd | Ten bags of kola nut | /pay/q8Jx0aVb2Lk4Zt7w | ₦60,000.00 | Paid | INACTIVE',
  )
  expect(cells(/^20-11-2026 14:30/).slice(5)).toEqual(['Unpaid', 'ACTIVE'])
  expect(['INACTIVE', 'ACTIVE'].map((label) => toneOf(screen.getByText(label)))).toEqual(['red', 'green'])
  const [copy] = screen.getAllByRole('button', { name: 'Copy link' })
  if (copy) await user.click(copy)
  expect(await screen.findByText('Link copied successfully')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(link.link)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('FILTER-56 FILTER-21 filters by status and days outside the URL and searches by reference or description', async () => {
  const { requests, user } = renderPage('/payment-links')
  await listShown()
  const dialog = await openDialog('Filter by')
  expect(await offered(user, 'Status')).toBe('ACTIVE: ACTIVE | INACTIVE: INACTIVE')
  await user.keyboard('{Escape}')
  await choose(user, 'Status', 'ACTIVE')
  await user.type(await screen.findByLabelText('Start date', { selector: 'input' }), '02/01/2026')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Status: ACTIVE')
  await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&status=ACTIVE&startDate=2026-01-02')
  expect(addressQuery()).toEqual({})
  fireEvent.change(screen.getByLabelText('Search by reference or description'), { target: { value: 'kola' } })
  await expect.poll(() => requests.at(-1)).toContain('search=kola')
})

it("PANEL-15 PAYLINK-02 opens a link's details from a row with its URL and declined payments", async () => {
  const { user } = renderPage('/payment-links')
  await listShown()
  const [row] = screen.getAllByText('Ten bags of kola nut')
  if (row) await user.click(row)
  const panel = within(await screen.findByRole('dialog', { name: 'Transaction Summary' }))
  await panel.findByText('ORD-55')
  const terms = panel.getAllByRole('term')
  const fields = terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])
  expect(fields).toEqual([
    ['Status', 'INACTIVE'],
    ['Payment', 'Paid'],
    ['Date created', '20 November 2026 14:32:00'],
    ['Merchant', 'Kola Nut & Kernel Ltd'],
    ['Description', 'Ten bags of kola nut'],
    ['Link', 'https://console.example/pay/q8Jx0aVb2Lk4Zt7w'],
    ['Amount', '₦60,000.00'],
    ['Charges', '₦537.50'],
    ['Reference', 'ORD-55'],
    ['Checkout', 'Open checkout'],
    ['Paid', '20 November 2026 14:40:00'],
    ['Inactive since', '20 November 2026 14:40:00'],
    ['Account number', '5400000025'],
    [
      'Payments',
      expect.stringMatching(/^₦70,000\.00Declined20 November 2026 14:35:00 from Hadiza BelloAccount 5400000025/),
    ],
  ])
  const address = panel.getByRole('link', { name: /^https:/ })
  expect([address.getAttribute('href'), address.getAttribute('target'), address.getAttribute('rel')]).toEqual([
    link.link,
    '_blank',
    'noreferrer',
  ])
  expect(panel.getByRole('link', { name: 'Open checkout' }).getAttribute('href')).toBe('/checkout?checkoutId=chk-1')
  expect(panel.getByRole('link', { name: 'Open transaction page' }).getAttribute('href')).toContain('txn_1')
  expect(panel.getByText(/but received ₦70,000.00/)).toBeTruthy()
  expect(addressQuery()).toEqual({ paymentLinkId: 'pl-1' })
})

it('PANEL-15 never links to a URL that is not HTTP', async () => {
  const unsafeLink = answer(info, () => ({ linkInfo: { ...link, link: 'javascript:alert(1)' } }))
  renderPage('/payment-links?paymentLinkId=pl-1', unsafeLink)
  const panel = within(await screen.findByRole('dialog', { name: 'Transaction Summary' }))
  expect(await panel.findByText('javascript:alert(1)')).toBeTruthy()
  expect(panel.queryByRole('link', { name: /javascript/ })).toBeNull()
})

it('PANEL-15 distinguishes a missing link from one that could not be fetched', async () => {
  const { unmount } = renderPage(
    '/payment-links?paymentLinkId=x',
    refuse(info, 404, { message: 'No', code: 'not_found' }),
  )
  expect(await screen.findByText('This payment link does not exist in Live mode')).toBeTruthy()
  unmount()
  renderPage('/payment-links?paymentLinkId=x', refuse(info, 500, { message: 'Broken' }))
  expect(await screen.findByText('Error Fetching Details')).toBeTruthy()
})

it('STATE-17 shows inactive links in red and others in green, each as Paid or Unpaid', () => {
  expect(statusDisplay('INACTIVE', paymentLink)).toEqual({ label: 'INACTIVE', tone: 'red' })
  expect(statusDisplay('ACTIVE', paymentLink)).toEqual({ label: 'ACTIVE', tone: 'green' })
  expect(statusDisplay('true', linkPaid).label).toBe('Paid')
  expect(statusDisplay('false', linkPaid).label).toBe('Unpaid')
})
