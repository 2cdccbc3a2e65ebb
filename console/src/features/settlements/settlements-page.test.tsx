import { contract } from '@kobo/contract'
import type { Settlement } from '@kobo/contract/settlements'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { splitReceipt, statusDisplay } from '../../status/statuses.ts'
import { aWorkItem } from '../../testing/a-work-item.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { askedOfServer } from '../../testing/api-server.ts'
import { choose, offered, openDialog, optionsOf } from '../../testing/list-dialogs.ts'
import { headers, listShown as shown, rows } from '../../testing/on-screen.ts'
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
  const requests: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, list, () => ({ totalRecords: 2, settlements: [failed, paid] })),
    answer(transactions, ({ query }) => {
      requests.push(String(query))
      const collection = { id: 'txn-9', createdAt: paid.createdAt, reference: 'COL-9', accountName: 'Kola Nut' }
      const money = { amount: 1000, charges: 5.38, settledAmount: 994.62, status: 'SUCCESS' }
      return { totalRecords: 1, settlement: paid, transactions: [{ ...collection, ...money }] }
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
  return { ...opened, requests, last: () => Object.fromEntries(new URLSearchParams(requests.at(-1))) }
}

async function menuOf(reference: string) {
  const row = (await screen.findByText(reference)).closest('tr')
  const button = row?.querySelector('button[aria-haspopup]')
  if (!button) throw new Error(`No menu at ${reference}`)
  fireEvent.click(button)
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

describe('Settlements', () => {
  it('SETTLE-05 SETTLE-08 SETTLE-10 API-68 lists settlements and omits unset filters from the call', async () => {
    const { requests } = renderPage('/settlements')
    await shown()
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().slice(0, 7).join(' | ')).toBe(
      'Date created | Merchant | Sub account | Category | Reference | Amount | Status',
    )
    expect(rows()).toEqual([
      '20-11-2026 14:32 | Danfo Express Logistics | _ | Merchant settlement | KBO-1 | ₦5,000.00 | Failed | ⋯',
      '20-11-2026 14:32 | Danfo Express Logistics | Kernel Supplies | Subaccount settlement | KBO-2 | ₦5,000.00 | Success | ⋯',
    ])
  })

  it('FILTER-29 keeps the filter in the search params', async () => {
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

  it('FILTER-29 distinguishes sub-accounts of the same name by merchant and account number', async () => {
    const two = ['0100000802', '0100000901'].map((accountNumber, at) => ({
      id: `sub-${at}`,
      name: 'Kernel Supplies',
      accountNumber,
      merchant: { id: `m${at}`, businessName: at === 0 ? 'Danfo Express' : 'Adire House' },
    }))
    const { user } = renderPage(
      '/settlements',
      answer(contract.subAccounts.list, () => ({ totalRecords: 2, subaccounts: two })),
    )
    await shown()
    await openDialog('Filter by')
    const input = await screen.findByLabelText('Sub account', { selector: 'input' })
    await user.click(input)
    await waitFor(() =>
      expect(optionsOf(input).map((option) => option.textContent)).toEqual([
        'Kernel Supplies Danfo Express, 0100000802',
        'Kernel Supplies Adire House, 0100000901',
      ]),
    )
  })

  it('SETTLE-01 SETTLE-05 shows the settlements of one sub-account in the same list', async () => {
    const { last } = renderPage('/sub-accounts/merchant-1/sub-1?filterStatus=PENDING')
    await shown()
    expect(last()).toEqual({ page: '1', size: '100', subaccountId: 'sub-1', status: 'PENDING' })
    expect(headers().slice(0, 5)).toEqual(['Date created', 'Category', 'Reference', 'Amount', 'Status'])
    expect(rows()[0]).toBe('20-11-2026 14:32 | Merchant settlement | KBO-1 | ₦5,000.00 | Failed | ⋯')
  })

  it('SETTLE-03 offers a retry only for failed settlements', async () => {
    renderPage('/settlements')
    expect(await menuOf('KBO-2')).toEqual(['View Details'])
  })

  it('SETTLE-03 SETTLE-06 shows who must act instead of offering a retry that cannot succeed', async () => {
    const retryBlocker = 'The merchant must provide a settlement account with its KYC details before this can be paid'
    const blocked = { ...failed, retryBlocker }
    const reply = { totalRecords: 1, settlement: blocked, transactions: [] }
    renderPage(
      '/settlements',
      answer(list, () => ({ totalRecords: 1, settlements: [blocked] })),
      answer(transactions, () => reply),
    )
    expect(await menuOf('KBO-1')).toEqual(['View Details'])
    fireEvent.click(screen.getByRole('menuitem', { name: 'View Details' }))
    expect(await screen.findByText(`${retryBlocker}.`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry transaction' })).toBeNull()
  })

  it('SETTLE-09 shows partner shares and deductions so that rows and totals add up', async () => {
    const money = { amount: 1000, charges: 5.38, otherShares: 300, deductions: 94.62, settledAmount: 600 }
    const row = { id: 'txn-9', createdAt: paid.createdAt, reference: 'COL-9', ...money, status: 'SUCCESS' }
    const sums = { amount: 2000, charges: 10.76, otherShares: 600, deductions: 189.24, settledAmount: 1200 }
    const reply = { totalRecords: 1, settlement: paid, transactions: [row], sums }
    renderPage(
      '/settlements/settlement-2',
      answer(transactions, () => reply),
    )
    await screen.findByText('COL-9')
    for (const amount of ['₦300.00', '₦94.62', '₦600.00', '₦189.24', '₦1,200.00', '₦2,000.00']) {
      expect(screen.getAllByText(amount).length).toBeGreaterThan(0)
    }
    expect(headers()).toContain('Other shares')
  })

  it('SETTLE-02 SETTLE-09 FILTER-30 opens a settlement with its transactions', async () => {
    const { last } = renderPage('/sub-accounts/merchant-1/sub-1')
    await menuOf('KBO-2')
    fireEvent.click(screen.getByRole('menuitem', { name: 'View Details' }))
    await screen.findByText('COL-9')
    expect(window.location.pathname).toBe('/sub-accounts/merchant-1/sub-1/settlement-2')
    expect(last()).toEqual({ page: '1', size: '100', settlementId: 'settlement-2' })
  })

  it('SETTLE-03 SETTLE-04 SETTLE-06 retries a failed settlement and shows the server message', async () => {
    const sent: unknown[] = []
    renderPage(
      '/settlements',
      answer(
        resend,
        ({ body }) => {
          sent.push(body)
          return { status: 'PENDING' }
        },
        'The settlement is sent again',
      ),
    )
    expect(await menuOf('KBO-1')).toEqual(['View Details', 'Retry transaction'])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await expect.poll(() => sent).toEqual([{ settlementId: 'settlement-1', retry: true }])
    expect(await screen.findByText('The settlement is sent again')).toBeTruthy()
  })

  it('SETTLE-04 retries a failed settlement on its page', async () => {
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

  it('SETTLE-04 keeps the dialog of a retry open when a colleague has retried the settlement', async () => {
    let settlement = failed
    renderPage(
      '/settlements/settlement-1',
      answer(transactions, () => ({ totalRecords: 0, settlement, transactions: [] })),
      refuse(resend, 409, { message: 'Only failed settlements can be retried' }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Retry transaction' }))
    const opened = within(await screen.findByRole('dialog', { name: 'Retry transaction' }))
    settlement = { ...failed, status: 'PENDING' }
    fireEvent.click(await opened.findByRole('button', { name: 'Retry' }))
    expect(await opened.findByText('This settlement is now PENDING.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry transaction', hidden: true })).toBeNull()
  })

  it('SETTLE-04 names amount, payee, reference, reason, mode and a colleague who has it before a retry', async () => {
    const claim = { staffId: 'bola', staffName: 'Bola Adeyemi', since: '2026-11-26T10:00:00Z', isOwn: false }
    const item = { kind: 'SETTLEMENT_FAILED', record: { type: 'settlement', id: 'settlement-1', name: 'KBO-1' }, claim }
    renderPage(
      '/settlements/settlement-1',
      answer(transactions, () => ({ totalRecords: 0, settlement: failed, transactions: [] })),
      answer(contract.workItems.record, () => ({ items: [aWorkItem(item)] })),
    )
    await screen.findByRole('region', { name: 'Work' })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry transaction' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry transaction' }))
    const identifying = ['Pay this settlement again?', '₦5,000.00', 'Live mode', danfo.businessName, 'KBO-1']
    const warning = 'Failed settlement: Bola Adeyemi has it since 26-11-2026 11:00'
    for (const text of [...identifying, 'The merchant has no settlement account', warning])
      expect(dialog.getByText(text)).toBeTruthy()
  })

  it('SETTLE-06 shows the reason when a retry is rejected', async () => {
    renderPage('/settlements', refuse(resend, 409, { message: 'Its money may still leave' }))
    await menuOf('KBO-1')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Its money may still leave')).toBeTruthy()
  })

  it('SETTLE-06 shows the generic error when the server sends no message', async () => {
    renderPage(
      '/settlements',
      http.post(`/api${resend.path}`, () => new HttpResponse('', { status: 500 })),
    )
    await menuOf('KBO-1')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Retry transaction' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(/Something went wrong/)).toBeTruthy()
  })

  it.each([
    ['SUCCESSFUL', 'Success', false],
    ['PENDING', 'Pending', false],
    ['FAILED', 'Failed', true],
    ['LOST', 'Failed', false],
  ])(
    'STATE-14 shows the status %s as %s and allows only a failed settlement to be retried',
    async (status, label, canRetry) => {
      const settlement = { ...failed, status, reference: 'KBO-3' }
      renderPage(
        '/settlements',
        answer(list, () => ({ totalRecords: 1, settlements: [settlement] })),
      )
      expect(await menuOf('KBO-3')).toEqual(canRetry ? ['View Details', 'Retry transaction'] : ['View Details'])
      expect(within(screen.getByRole('table')).getByText(label)).toBeTruthy()
    },
  )

  it('SETTLE-10 shows two categories in the list and filters by them', async () => {
    const { last } = renderPage('/settlements')
    await shown()
    const user = userEvent.setup()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Category')).toBe(
      'MERCHANT_SETTLEMENT: Merchant settlement | SUBACCOUNT_SETTLEMENT: Subaccount settlement',
    )
    const cells = screen.getAllByRole('cell', { hidden: true }).map(({ textContent }) => textContent)
    expect(cells).toEqual(expect.arrayContaining(['Merchant settlement', 'Subaccount settlement']))
    await user.keyboard('{Escape}')
    await choose(user, 'Category', 'Subaccount settlement')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(last).toEqual({ page: '1', size: '100', category: 'SUBACCOUNT_SETTLEMENT' })
  })

  it('SETTLE-07 searches sub-accounts in the filter at every fifth character and clears the search with the text', async () => {
    const searched: (string | null)[] = []
    renderPage(
      '/settlements',
      answer(contract.subAccounts.list, ({ query }) => {
        searched.push(query.get('name'))
        return { totalRecords: 0, subaccounts: [] }
      }),
    )
    await shown()
    await openDialog('Filter by')
    const input = await screen.findByLabelText('Sub account', { selector: 'input' })
    fireEvent.click(input)
    await expect.poll(() => searched).toEqual([null])
    const user = userEvent.setup()
    await user.type(input, 'kernel sup')
    await expect.poll(() => searched).toContain('kernel sup')
    await user.clear(input)
    expect(new Set(searched)).toEqual(new Set([null, 'kerne', 'kernel sup']))
  })

  it('STATE-21 shows failed split receipts in red and others in green', () => {
    const tones = ['FAILED', 'SUCCESS', 'PENDING'].map((one) => statusDisplay(one, splitReceipt).tone)
    expect(tones).toEqual(['red', 'green', 'green'])
  })

  it('PLACEHOLDER-05 shows sample split receipts without calling the API', async () => {
    renderPage('/sub-accounts/merchant-1/sub-1')
    await shown()
    const requests = askedOfServer()
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
    // The page behind may still read what stands beside its record and its list.
    const beside = ['downloads', 'notes', 'work-items/record', 'freezes', 'liens'].map(
      (path) => `GET /api/admin/${path}`,
    )
    expect(requests.filter((call) => !beside.includes(call))).toEqual([])
    fireEvent.click(receipts.getByRole('button', { name: 'Close' }))
    await expect.poll(() => window.location.search).not.toContain('receipts')
  })
})
