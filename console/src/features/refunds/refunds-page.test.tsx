import { contract } from '@kobo/contract'
import type { RefundInfo } from '@kobo/contract/refunds'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it } from 'vitest'
import { refundStatus, statusDisplay } from '../../status/statuses.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { choose, fieldsIn, offered, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown, rows } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, info } = contract.refunds

const refund: RefundInfo = {
  id: 'refund-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'processed',
  transactionId: 'txn_1',
  transactionReference: 'COL-000013261120143205118830274615',
  refundTransactionId: 'txn_2',
  refundReference: 'COL-000013261120143205118830274615/R1',
  amount: 60_000,
  refundAmount: 12_500.5,
  reason: 'Wrong size',
  customerName: 'Hadiza Bello',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  customerAccountNumber: '0123456785',
  customerBankName: 'Guaranty Trust Bank',
  requestedBy: 'Ada Obi',
  alert: null,
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({
      totalRecords: 250,
      refunds: [refund, { ...refund, id: 'refund-2', status: 'failed' }],
    })),
    answer(info, () => refund),
  ])
  return { requests, ...opened }
}

it('REFUND-01 lists refunds, newest first', async () => {
  const { requests } = renderPage('/refunds')
  await shown()
  expect(requests).toEqual(['page=1&size=100'])
  expect(headers().join(' | ')).toBe(
    'Date created | Merchant name | Customer | Transaction reference | Amount | Refund amount | Reason | Status',
  )
  const details = `Danfo Express Logistics | Hadiza Bello | ${refund.transactionReference} | ₦60,000.00 | ₦12,500.50 | Wrong size`
  expect(rows()).toEqual([`20-11-2026 14:32 | ${details} | Processed`, `20-11-2026 14:32 | ${details} | Failed`])
})

it('REFUND-02 FILTER-40 filters by status with the values of the API and without changing the URL', async () => {
  const { requests, user } = renderPage('/refunds')
  await shown()
  const dialog = await openDialog('Filter by')
  expect(await offered(user, 'Status')).toBe(
    'pending: Pending | processing: Processing | failed: Failed | processed: Processed',
  )
  await user.keyboard('{Escape}')
  await choose(user, 'Status', 'Processing')
  await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
  await screen.findByText('Status: Processing')
  await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&status=processing')
  expect(addressQuery()).toEqual({})
})

it("REFUND-01 opens a refund's details from a row with links to both transactions", async () => {
  const { user } = renderPage('/refunds')
  await shown()
  const [row] = screen.getAllByRole('link', { name: /^20-11-2026 14:32/ })
  if (row) await user.click(row)
  const panel = await screen.findByRole('dialog', { name: 'Refund Details' })
  await within(panel).findByText('Ada Obi')
  expect(Object.fromEntries(fieldsIn(panel))).toMatchObject({
    Status: 'Processed',
    Customer: 'Hadiza Bello',
    'Account number': '0123456785',
    Amount: '₦60,000.00',
    'Refund amount': '₦12,500.50',
    Reason: 'Wrong size',
    'Requested by': 'Ada Obi',
  })
  const addressOf = (name: string) => within(panel).getByRole('link', { name }).getAttribute('href')
  expect(addressOf(refund.transactionReference ?? '')).toBe('/payout/txn_1/transaction-payout')
  expect(addressOf(refund.refundReference ?? '')).toBe('/payout/txn_2/transaction-payout')
  expect(addressQuery()).toMatchObject({ refundId: 'refund-1' })
})

it('reports a missing refund and shows the alert of one that needs attention', async () => {
  const { unmount } = renderPage('/refunds?refundId=x', refuse(info, 404, { message: 'No', code: 'not_found' }))
  expect(await screen.findByText('This refund does not exist in Live mode')).toBeTruthy()
  unmount()
  renderPage(
    '/refunds?refundId=refund-1',
    answer(info, () => ({ ...refund, alert: 'The switch approved this refund after it had failed' })),
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/approved this refund/)
})

it('shows a retry button when the list could not be fetched', async () => {
  renderPage('/refunds', refuse(list, 500, { message: 'Broken' }))
  expect(await screen.findByRole('button', { name: 'Refetct List' })).toBeTruthy()
})

it('REFUND-02 shows failed refunds in red, processed ones in green and others in neither', () => {
  expect(['pending', 'processing', 'failed', 'processed'].map((one) => statusDisplay(one, refundStatus))).toEqual([
    { label: 'Pending', tone: 'orange' },
    { label: 'Processing', tone: 'yellow' },
    { label: 'Failed', tone: 'red' },
    { label: 'Processed', tone: 'green' },
  ])
})
