import { contract } from '@kobo/contract'
import type { Settlement } from '@kobo/contract/settlements'
import { fireEvent, screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { settlement as settlementStatus, splitReceipt, statusDisplay } from '../../status/statuses.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { headers, listShown as shown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { list, transactions, resend } = contract.settlements
const danfo = { id: 'merchant-1', businessName: 'Danfo Express Logistics' }
const failed: Settlement = {
  id: 'settlement-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  amount: 5000,
  status: 'FAILED',
  category: 'MERCHANT_SETTLEMENT',
  reference: 'KBO-1',
  reason: 'The merchant has no settlement account',
  transactionId: null,
  merchant: danfo,
  subAccount: null,
}
const paid: Settlement = {
  ...failed,
  id: 'settlement-2',
  status: 'SUCCESSFUL',
  category: 'SUBACCOUNT_SETTLEMENT',
  reference: 'KBO-2',
  reason: null,
  transactionId: 'txn-2',
  subAccount: { id: 'sub-1', name: 'Kernel Supplies' },
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const asked: string[] = []
  renderConsole(address, [
    ...first,
    answer(list, ({ query }) => {
      asked.push(String(query))
      return { totalRecords: 2, settlements: [failed, paid] }
    }),
    answer(transactions, ({ query }) => {
      asked.push(String(query))
      const one = { id: 'txn-9', createdAt: paid.createdAt, reference: 'COL-9', accountName: 'Kola Nut' }
      const money = { amount: 1000, charges: 5.38, settledAmount: 994.62, status: 'SUCCESS' }
      return { totalRecords: 1, settlement: paid, transactions: [{ ...one, ...money }] }
    }),
    answer(contract.subAccounts.info, () => ({
      subaccount: {
        id: 'sub-1',
        name: 'Kernel Supplies',
        accountNumber: '0123456900',
        status: 'ACTIVE',
        merchant: danfo,
      },
    })),
  ])
  return { asked, last: () => Object.fromEntries(new URLSearchParams(asked.at(-1))) }
}

async function menuOf(reference: string) {
  const row = (await screen.findByText(reference)).closest('tr')
  const button = row?.querySelector('button[aria-haspopup]')
  if (!button) throw new Error(`No menu at ${reference}`)
  fireEvent.click(button)
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

describe('settlements', () => {
  it('SETTLE-05 SETTLE-08 SETTLE-10 API-68 are listed, and asked for without what is not chosen', async () => {
    const { asked } = renderPage('/settlements')
    await shown()
    expect(asked).toEqual(['page=1&size=100'])
    expect(headers().slice(0, 7)).toEqual([
      'Date created',
      'Merchant',
      'Sub account',
      'Category',
      'Reference',
      'Amount',
      'Status',
    ])
    expect(screen.getByText('Kernel Supplies')).toBeTruthy()
  })

  it('FILTER-29 keeps the filter in the address', async () => {
    const { last } = renderPage(
      '/settlements?subAccount=sub-1&filterStatus=FAILED&category=MERCHANT_SETTLEMENT&startDate=2026-11-01&endDate=2026-11-02',
    )
    await shown()
    expect(last()).toEqual({
      page: '1',
      size: '100',
      subaccountId: 'sub-1',
      status: 'FAILED',
      category: 'MERCHANT_SETTLEMENT',
      startDate: '2026-11-01',
      endDate: '2026-11-02',
    })
  })

  it('SETTLE-01 of one sub-account are the same list', async () => {
    const { last } = renderPage('/sub-accounts/merchant-1/sub-1?filterStatus=PENDING')
    await shown()
    expect(last()).toEqual({ page: '1', size: '100', subaccountId: 'sub-1', status: 'PENDING' })
  })

  it('SETTLE-03 offer a retry where they failed, and nowhere else', async () => {
    renderPage('/settlements')
    expect(await menuOf('KBO-2')).toEqual(['View Details'])
  })

  it('SETTLE-02 SETTLE-09 FILTER-30 open with their transactions', async () => {
    const { last } = renderPage('/sub-accounts/merchant-1/sub-1')
    await menuOf('KBO-2')
    fireEvent.click(screen.getByRole('menuitem', { name: 'View Details' }))
    await screen.findByText('COL-9')
    expect(window.location.pathname).toBe('/sub-accounts/merchant-1/sub-1/settlement-2')
    expect(last()).toEqual({ page: '1', size: '100', settlementId: 'settlement-2' })
  })

  it('SETTLE-03 SETTLE-04 SETTLE-06 are retried, with the server’s own words', async () => {
    const sent: unknown[] = []
    renderPage(
      '/settlements',
      answer(resend, ({ body }) => {
        sent.push(body)
        return { status: 'PENDING' }
      }),
    )
    expect(await menuOf('KBO-1')).toEqual(['View Details', 'Retry transaction'])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await expect.poll(() => sent).toEqual([{ settlementId: 'settlement-1', retry: true }])
  })

  it('SETTLE-04 are retried on their own page too, where they failed', async () => {
    const sent: unknown[] = []
    renderPage(
      '/settlements/settlement-1',
      answer(transactions, () => ({ totalRecords: 0, settlement: failed, transactions: [] })),
      answer(resend, ({ body }) => {
        sent.push(body)
        return { status: 'PENDING' }
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await expect.poll(() => sent).toEqual([{ settlementId: 'settlement-1', retry: true }])
  })

  it('SETTLE-06 say why a retry was refused', async () => {
    renderPage('/settlements', refuse(resend, 409, { message: 'Its money may still leave' }))
    await menuOf('KBO-1')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Its money may still leave')).toBeTruthy()
  })

  it('STATE-14 read Success, Pending or else Failed', () => {
    const labels = ['SUCCESSFUL', 'PENDING', 'FAILED', 'LOST'].map((one) => statusDisplay(one, settlementStatus).label)
    expect(labels).toEqual(['Success', 'Pending', 'Failed', 'Failed'])
  })

  it('STATE-21 receipts of splits are red where they failed, else green', () => {
    const tones = ['FAILED', 'SUCCESS', 'PENDING'].map((one) => statusDisplay(one, splitReceipt).tone)
    expect(tones).toEqual(['red', 'green', 'green'])
  })

  it('PLACEHOLDER-05 shows receipts of splits as a sample, which asks for nothing', async () => {
    const { asked } = renderPage('/sub-accounts/merchant-1/sub-1')
    await shown()
    const before = asked.length
    fireEvent.click(await screen.findByRole('button', { name: 'Split Receipts' }))
    const receipts = within(await screen.findByRole('dialog', { name: 'Split Receipts' }))
    expect(receipts.getAllByText('Sample data').length).toBeGreaterThan(0)
    const labels = [
      'Status',
      'Date',
      'Business name',
      'Amount',
      'Subaccount',
      'Split type',
      'Sender',
      'Reference',
      'Session ID',
    ]
    for (const label of labels) expect(receipts.getAllByText(label, { selector: 'dt' })).toHaveLength(2)
    expect(receipts.getByText('Failed')).toBeTruthy()
    expect(window.location.search).toContain('receipts=sample')
    expect(asked).toHaveLength(before)
    fireEvent.click(receipts.getByRole('button', { name: 'Close' }))
    await expect.poll(() => window.location.search).not.toContain('receipts')
  })
})
