import { contract } from '@kobo/contract'
import type { BillPayment } from '@kobo/contract/bill-payments'
import type { Service } from '@kobo/contract/services'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { billPayment } from '../../status/service-statuses.ts'
import { statusDisplay } from '../../status/statuses.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { choose, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { headers, listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { services, billPayments } = contract

const payouts: Service = {
  id: 'service-1',
  name: 'Payouts',
  status: 'ACTIVE',
  totalMerchants: 1204,
  stops: 'Payouts, including batch and scheduled payouts',
  changedBy: null,
  changedAt: null,
  reason: null,
}
const cards: Service = {
  ...payouts,
  id: 'service-2',
  name: 'Cards',
  status: 'INACTIVE',
  changedBy: 'Ada Obi',
  changedAt: '2026-11-20T13:32:00.000Z',
  reason: 'The scheme is down',
}
const bill: BillPayment = {
  id: 'bill-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'SUCCESS',
  category: 'CABLE_TV',
  biller: 'DStv',
  customer: '7025551234',
  amount: 12_500.5,
  reference: 'KBO-TV-1',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  transactionId: 'txn_1',
  commission: 187.51,
  commissionVat: 13.08,
  payerName: 'Danfo Express Logistics',
  payerNumber: '9013345526',
  alert: null,
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const sent: unknown[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, services.list, () => ({ totalRecords: 2, services: [cards, payouts] })),
    answer(services.change, ({ body }) => {
      sent.push(body)
      return {}
    }),
    record(requests, billPayments.list, () => ({
      totalRecords: 2,
      billPayments: [bill, { ...bill, id: 'bill-2', status: 'FAILED', category: 'DATA' }],
    })),
    answer(billPayments.info, () => ({ billPayment: bill })),
  ])
  return { requests, sent, ...opened }
}

describe('Services', () => {
  it('JUJU-01 lists services with their number of merchants and status', async () => {
    const { requests } = renderPage('/juju-services')
    await listShown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Name | Service ID | Merchants using it | Status | Enabled | Last changed | Changed by | Reason',
    )
    for (const text of ['1,204', 'On', 'Off', 'Ada Obi']) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Payouts' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Cards' }).checked).toBe(false)
  })

  it('JUJU-02 disables a service only after a confirmation with a reason', async () => {
    const { sent, user } = renderPage('/juju-services')
    await listShown()
    await user.click(screen.getByRole('switch', { name: 'Payouts' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable service' }))
    expect(dialog.getByText('Payouts, including batch and scheduled payouts')).toBeTruthy()
    expect(dialog.getByText('Live mode')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Payouts', hidden: true }).checked).toBe(true)
    await user.type(dialog.getByLabelText('Reason'), 'The switch is down')
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([{ serviceId: 'service-1', status: 'INACTIVE', reason: 'The switch is down' }])
  })

  it('JUJU-02 keeps the reason and shows the conflict when another operator enabled the service first', async () => {
    const sentence = 'Cards is already enabled'
    let shown = [cards, payouts]
    const { user } = renderPage(
      '/juju-services',
      refuse(services.change, 409, { message: sentence }),
      answer(services.list, () => ({ totalRecords: shown.length, services: shown })),
    )
    await listShown()
    await user.click(screen.getByRole('switch', { name: 'Cards' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable service' }))
    await user.type(dialog.getByLabelText('Reason'), 'It is up')
    shown = [payouts]
    await user.click(dialog.getByRole('button', { name: 'Enable' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Cards', hidden: true })).toBeNull())
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('It is up')
    shown = [{ ...cards, status: 'ACTIVE' }, payouts]
    await user.click(dialog.getByRole('button', { name: 'Enable' }))
    expect(await dialog.findByText('This service is now enabled.')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Enable service' })).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Enable' }).disabled).toBe(true)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('It is up')
  })

  it('SUBSCRIPTION-01 links to the subscriptions', async () => {
    renderPage('/juju-services')
    const link = await screen.findByRole('link', { name: 'Subscriptions' })
    expect(link.getAttribute('href')).toBe('/subscriptions?status=collections')
  })
})

describe('Bill payments', () => {
  it('JUJU-03 lists bill payments in their own tab', async () => {
    const { requests } = renderPage('/juju-services?status=bills')
    await listShown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().join(' | ')).toBe(
      'Date created | Merchant name | Category | Biller | Customer | Reference | Amount | Status',
    )
    const [amount] = screen.getAllByText('₦12,500.50')
    expect([amount?.closest('td')?.title, screen.getAllByText('KBO-TV-1')[0]?.title]).toEqual([
      '₦12,500.50',
      'KBO-TV-1',
    ])
    expect(screen.getByText('Cable TV')).toBeTruthy()
    expect(screen.getByLabelText('Search by reference or customer')).toBeTruthy()
  })

  it('FILTER-50 filters bill payments by category and by status', async () => {
    const { requests, user } = renderPage('/juju-services?status=bills')
    await listShown()
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Category')).toBe('AIRTIME | DATA | CABLE_TV | ELECTRICITY | INTERNET')
    await user.keyboard('{Escape}')
    await choose(user, 'Category', 'CABLE_TV')
    await choose(user, 'Status', 'Success')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&category=CABLE_TV&status=SUCCESS'))
  })

  it('EXPORT-09 exports bill payments by category, status and days', async () => {
    const { user } = renderPage('/juju-services?status=bills')
    await listShown()
    const dialog = await openDialog('Export')
    for (const field of ['Status', 'Start date', 'End date']) expect(await dialog.findByLabelText(field)).toBeTruthy()
    await choose(user, 'Category', 'DATA')
    expect(await dialog.findByText('1 of the 2 rows on this page')).toBeTruthy()
  })

  it('JUJU-03 opens a bill payment beside the list with a link to its transaction', async () => {
    renderPage('/juju-services?status=bills')
    await listShown()
    fireEvent.click(screen.getAllByText('7025551234')[0] ?? document.body)
    const panel = within(await screen.findByRole('dialog', { name: 'Bill Payment' }))
    expect(await panel.findByText('₦187.51')).toBeTruthy()
    expect(panel.getByText('₦13.08')).toBeTruthy()
    for (const copied of ['account number', 'reference'])
      expect(panel.getByRole('button', { name: `Copy ${copied}` })).toBeTruthy()
    expect(panel.getByRole('link', { name: /transaction/i }).getAttribute('href')).toBe(
      '/payout/txn_1/transaction-payout',
    )
  })

  it('JUJU-03 shows each status in its own colour', () => {
    const shown = ['SUCCESS', 'FAILED', 'PENDING'].map((raw) => statusDisplay(raw, billPayment))
    expect(shown.map(({ tone }) => tone)).toEqual(['green', 'red', 'orange'])
  })
})
