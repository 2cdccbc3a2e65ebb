import { contract } from '@kobo/contract'
import type { Card, CardBatch, CardBatchDetails, CardDetails, CardTransaction } from '@kobo/contract/cards'
import { fireEvent, screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { statusDisplay } from '../../status/statuses.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { choose, offered, offeredValues, openDialog } from '../../testing/list-dialogs.ts'
import { addressQuery, headers, listShown as shown, rows, selectedTab } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'
import { cardBatchStatus, cardStatus } from './card-labels.ts'

const calls = contract.cards
const danfo = { id: 'merchant-1', businessName: 'Danfo Express Logistics' }

const card: Card = {
  id: 'card-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  status: 'ACTIVE',
  type: 'VIRTUAL',
  holderName: 'HADIZA BELLO',
  maskedPan: '506099******4417',
  expiry: '11/29',
  batchReference: 'BATCH-7',
  merchant: danfo,
  wallet: { id: 'wallet-1', accountName: 'Hadiza Bello' },
}
const details: CardDetails = { ...card, batchId: 'batch-1', held: 5000, openAuthorisations: 1 }
const batch: CardBatch = {
  id: 'batch-1',
  createdAt: card.createdAt,
  status: 'PENDING',
  type: 'PHYSICAL',
  batchReference: 'BATCH-7',
  quantity: 2,
  merchant: danfo,
}
const batchDetails: CardBatchDetails = {
  ...batch,
  holders: [
    { holderName: 'HADIZA BELLO', wallet: { id: 'wallet-1', accountName: 'Hadiza Bello' } },
    { holderName: 'DANFO EXPRESS', wallet: null },
  ],
}
const payment: CardTransaction = {
  id: 'txn-1',
  createdAt: card.createdAt,
  status: 'DECLINED',
  type: 'DEBIT',
  amount: 4200.5,
  reference: 'CRD-1',
  acceptor: 'Shoprite Ikeja',
  reason: 'The card is blocked',
  card: { id: 'card-1', maskedPan: card.maskedPan, holderName: card.holderName },
  merchant: danfo,
}

/** Renders the page on a server that records queries and sent bodies. */
function renderPage(address: string, particulars: Partial<CardDetails> = {}, ...first: HttpHandler[]) {
  const requests: string[] = []
  const sent: unknown[] = []
  const record = (query: URLSearchParams) => requests.push(String(query))
  const take = ({ body, query }: { body: unknown; query: URLSearchParams }) => {
    sent.push(body ?? Object.fromEntries(query))
    return { status: 'DONE' }
  }
  const opened = renderConsole(address, [
    ...first,
    answer(calls.list, ({ query }) => {
      record(query)
      return { totalRecords: 250, cards: [{ ...card, ...particulars }] }
    }),
    answer(calls.batches, ({ query }) => {
      record(query)
      return { totalRecords: 40, batches: [{ ...batch, quantity: 1200 }] }
    }),
    answer(calls.transactions, ({ query }) => {
      record(query)
      return { totalRecords: 9000, transactions: [payment] }
    }),
    answer(calls.details, () => ({ card: { ...details, ...particulars } })),
    answer(calls.batchDetails, () => ({ batch: batchDetails })),
    ...[calls.block, calls.unblock, calls.approveBatch, calls.declineBatch, calls.remove].map((call) =>
      answer(call, take),
    ),
    answer(
      calls.setUp,
      ({ body }) => {
        sent.push(body)
        return {}
      },
      'Cards are enabled',
    ),
    answer(contract.merchants.list, () => ({
      totalRecords: 1,
      totalVerifiedMerchants: 1,
      totalNonVerifiedMerchants: 0,
      merchants: [{ ...danfo, createdAt: card.createdAt, verified: 'ACCEPTED', totalWallets: 0, status: 'ACTIVE' }],
    })),
  ])
  return { requests, sent, last: () => Object.fromEntries(new URLSearchParams(requests.at(-1))), ...opened }
}

async function openMenu(item: string) {
  const [button] = await screen.findAllByRole('button', { name: /^Actions for/ })
  if (button) fireEvent.click(button)
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('Card list', () => {
  it('CARD-01 lists cards with holders, masked numbers and batches', async () => {
    const { requests } = renderPage('/cards')
    await shown()
    expect(selectedTab()).toBe('Cards 250')
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().slice(0, 8).join(' | ')).toBe(
      'Date created | Merchant | Card holder | Card number | Type | Expires | Batch reference | Status',
    )
    expect(rows()).toEqual([
      '20-11-2026 14:32 | Danfo Express Logistics | HADIZA BELLO | 506099******4417 | Virtual | 11/29 | BATCH-7 | Active | ⋯',
    ])
  })

  it('CARD-01 FILTER-44 filters cards by type, status and batch and searches by holder or last four digits', async () => {
    const { user, last } = renderPage('/cards')
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Card type')).toBe('PHYSICAL: Physical | VIRTUAL: Virtual')
    await user.keyboard('{Escape}')
    await choose(user, 'Card type', 'Virtual')
    await choose(user, 'Status', 'Blocked')
    await user.type(await dialog.findByLabelText('Batch reference'), 'BATCH-7')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await screen.findByText('Card type: Virtual')
    const filtered = { page: '1', size: '100', type: 'VIRTUAL', status: 'BLOCKED', batchReference: 'BATCH-7' }
    await expect.poll(last).toEqual(filtered)
    fireEvent.change(screen.getByLabelText('Search by holder or last four digits'), { target: { value: '4417' } })
    await expect.poll(last).toEqual({ ...filtered, search: '4417' })
  })

  it.each([
    ['ACTIVE', 'Block card', { cardId: 'card-1', reason: 'Reported stolen' }],
    ['BLOCKED', 'Unblock card', { cardId: 'card-1', reason: 'Reported stolen' }],
  ])('CARD-04 offers a card that is %s the menu item "%s", which takes a reason', async (status, action, expected) => {
    const { user, sent } = renderPage('/cards', { status })
    await shown()
    await openMenu(action)
    const dialog = within(await screen.findByRole('dialog', { name: action }))
    expect(dialog.getByText('HADIZA BELLO')).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason (optional)'), 'Reported stolen')
    await user.click(dialog.getByRole('button', { name: action }))
    await expect.poll(() => sent).toEqual([expected])
  })

  it('CARD-04 keeps the dialog and its reason when a colleague blocks the card first', async () => {
    const { user } = renderPage('/cards')
    await shown()
    await openMenu('Block card')
    const dialog = within(await screen.findByRole('dialog', { name: 'Block card' }))
    await user.type(dialog.getByLabelText('Reason (optional)'), 'Reported stolen')
    apiServer.use(answer(calls.list, () => ({ totalRecords: 250, cards: [{ ...card, status: 'BLOCKED' }] })))
    returnToWindow()
    expect(await dialog.findByText('This card is now blocked.')).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Block card' }).disabled).toBe(true)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason (optional)').value).toBe('Reported stolen')
  })

  it('CARD-04 enables a merchant to issue cards of one type', async () => {
    const { user, sent } = renderPage('/cards')
    await shown()
    await user.click(screen.getByRole('button', { name: 'Set up cards' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up cards' }))
    await user.click(dialog.getByRole('button', { name: 'Enable cards' }))
    expect(sent).toEqual([])
    await user.click(dialog.getByLabelText('Merchant', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: danfo.businessName, hidden: true }))
    await choose(user, 'Types', 'Virtual only')
    await user.click(dialog.getByRole('button', { name: 'Enable cards' }))
    await expect.poll(() => sent).toEqual([{ merchantId: 'merchant-1', types: ['VIRTUAL'] }])
  })
})

describe('Card page', () => {
  it('CARD-03 shows the account that a card draws on, its held amount and its payments', async () => {
    const { requests } = renderPage('/cards/card-1')
    await screen.findByRole('heading', { level: 1, name: 'HADIZA BELLO, 506099******4417' })
    expect(screen.getByRole('link', { name: 'Hadiza Bello' }).getAttribute('href')).toBe('/wallets/wallet-1')
    expect(screen.getByText(/^Draws on the wallet/).textContent).toBe('Draws on the wallet Hadiza Bello')
    expect(screen.getByRole('link', { name: 'Batch BATCH-7' }).getAttribute('href')).toBe(
      '/cards?status=batches&batchId=batch-1',
    )
    expect(screen.getByText('₦5,000.00 held by 1 authorisation')).toBeTruthy()
    expect(await screen.findByText('The card is blocked')).toBeTruthy()
    expect(headers()).toEqual(['Date created', 'Reference', 'Used at', 'Amount', 'Type', 'Status', 'Reason'])
    expect(rows()).toEqual([
      '20-11-2026 14:32 | CRD-1 | Shoprite Ikeja | ₦4,200.50 | Debit | Declined | The card is blocked',
    ])
    expect(requests).toEqual(['page=1&size=100&cardId=card-1'])
  })

  it('CARD-04 deletes a blocked card unless an authorisation is pending', async () => {
    const { user, sent, unmount } = renderPage('/cards/card-1', { status: 'BLOCKED', hindrance: 'Something is held' })
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete card' })
    expect(button.disabled).toBe(true)
    expect(button.title).toBe('Something is held')
    unmount()
    renderPage(
      '/cards/card-1',
      { status: 'BLOCKED' },
      answer(calls.remove, ({ query }) => {
        sent.push(Object.fromEntries(query))
        return { status: 'DELETED' }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Delete card' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete card' }))
    await user.click(dialog.getByRole('button', { name: 'Delete card' }))
    await expect.poll(() => sent).toEqual([{ cardId: 'card-1' }])
  })

  it('distinguishes a missing card from one that could not be fetched', async () => {
    const { unmount } = renderPage('/cards/x', {}, refuse(calls.details, 404, { message: 'No', code: 'not_found' }))
    expect(await screen.findByText('This card does not exist in Live mode')).toBeTruthy()
    unmount()
    renderPage('/cards/x', {}, refuse(calls.details, 500, { message: 'Broken' }))
    expect(await screen.findByRole('button', { name: /again|Refetch/ })).toBeTruthy()
  })

  it('shows active cards in green, blocked ones in red and deleted ones in grey', () => {
    const tones = ['ACTIVE', 'BLOCKED', 'DELETED'].map((one) => statusDisplay(one, cardStatus))
    expect(tones).toEqual([
      { label: 'Active', tone: 'green' },
      { label: 'Blocked', tone: 'red' },
      { label: 'Deleted', tone: 'grey' },
    ])
  })
})

describe('Card batches', () => {
  it('CARD-02 FILTER-41 lists batches in their own tab and filters by status without changing the URL', async () => {
    const { user, requests, last } = renderPage('/cards?status=batches')
    await shown()
    expect(selectedTab()).toBe('Batches 40')
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers().slice(0, 7).join(' | ')).toBe(
      'Date created | Merchant | Batch reference | Quantity | Type | Reason | Status',
    )
    expect(rows()).toEqual([
      '20-11-2026 14:32 | Danfo Express Logistics | BATCH-7 | 1,200 | Physical | _ | Pending | ⋯',
    ])
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Status')).toBe('PENDING: Pending | ACCEPTED: Accepted | DECLINED: Declined')
    await user.keyboard('{Escape}')
    await choose(user, 'Status', 'Pending')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(last).toEqual({ page: '1', size: '100', status: 'PENDING' })
    expect(addressQuery()).toEqual({ status: 'batches' })
  })

  it('CARD-03 CARD-04 opens the batch details from a row and approves the batch there', async () => {
    const { user, sent } = renderPage('/cards?status=batches&batchId=batch-1')
    const panel = within(await screen.findByRole('dialog', { name: 'Card Batch Details' }))
    expect((await panel.findByText('DANFO EXPRESS')).textContent).toBe('DANFO EXPRESSOwn account')
    await user.click(await panel.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve batch' }))
    expect(dialog.getByText('Issue 2 physical cards?')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    await expect.poll(() => sent).toEqual([{ batchId: 'batch-1' }])
  })

  it('CARD-04 shows the blocker of a batch that cannot be approved, and declines it', async () => {
    const blocker = 'Cards are not enabled for Danfo Express Logistics'
    const batchWith = { batch: { ...batchDetails, hindrance: blocker } }
    renderPage(
      '/cards?status=batches&batchId=batch-1',
      {},
      answer(calls.batchDetails, () => batchWith),
    )
    const panel = within(await screen.findByRole('dialog', { name: 'Card Batch Details' }))
    expect(await panel.findByText(blocker)).toBeTruthy()
    const approve = panel.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
    expect([approve.disabled, approve.title]).toEqual([true, blocker])
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(false)
  })

  it('CARD-04 declines a batch from its row only with a reason', async () => {
    const { user, sent } = renderPage('/cards?status=batches')
    await shown()
    await openMenu('Decline')
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline batch' }))
    expect(dialog.getByText('Decline 1,200 physical cards? The merchant will be notified of the reason.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason'), 'Names are missing')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await expect.poll(() => sent).toEqual([{ batchId: 'batch-1', reason: 'Names are missing' }])
  })

  it('shows pending batches in orange and decided ones in green or red', () => {
    const tones = ['PENDING', 'ACCEPTED', 'DECLINED'].map((one) => statusDisplay(one, cardBatchStatus).tone)
    expect(tones).toEqual(['orange', 'green', 'red'])
  })
})

describe('Card payments', () => {
  it('CARD-03 FILTER-43 lists card payments in their own tab, filters by status and opens the transaction from a row', async () => {
    const { user, last } = renderPage('/cards?status=transactions')
    await shown()
    expect(selectedTab()).toBe('Transactions 9,000')
    expect(headers().join(' | ')).toBe('Date created | Card | Merchant | Reference | Used at | Amount | Type | Status')
    expect(rows()).toEqual([
      '20-11-2026 14:32 | 506099******4417 | Danfo Express Logistics | CRD-1 | Shoprite Ikeja | ₦4,200.50 | Debit | Declined',
    ])
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Status')).toBe('SUCCESS | PENDING | FAILED | QUEUED | DECLINED')
    await user.keyboard('{Escape}')
    await choose(user, 'Status', 'Declined')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(last).toEqual({ page: '1', size: '100', status: 'DECLINED' })
    expect(addressQuery()).toEqual({ status: 'transactions' })
    fireEvent.change(screen.getByLabelText('Search by reference'), { target: { value: 'CRD-1' } })
    await expect.poll(last).toMatchObject({ search: 'CRD-1' })
    await user.click(await screen.findByText('Shoprite Ikeja'))
    await expect.poll(() => window.location.pathname).toBe('/payout/txn-1/transaction-payout')
  })
})
