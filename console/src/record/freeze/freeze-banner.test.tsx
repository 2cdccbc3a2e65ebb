import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aFreeze, aMoving, freezeServer } from '../../testing/freeze-server.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'
import { walletServer } from '../../testing/wallet-server.ts'

const merchant = aMerchant({ id: 'm1', businessName: 'Lekki Stores', isFrozen: true })
const whole =
  'Frozen since 26-11-2026 19:20 by Ada Obi: money out, collections. Reason: Stolen credentials. Ends 27-11-2026 09:00 at the latest.'
const untilMorning = aFreeze({ until: '2026-11-27T08:00:00.000Z' })
const ofWallet = aFreeze({ id: 'freeze-2', kind: 'WALLET', accountId: 'a1', walletId: 'w1', name: 'Tunde Bakare' })
const payment = {
  id: 'txn_1',
  createdAt: '2026-11-26T18:00:00.000Z',
  sentAt: '2026-11-26T18:01:00.000Z',
  category: 'BANK_TRANSFER',
  reference: 'KBO-1',
  beneficiary: 'Hadiza Bello',
  amount: 5000.25,
  status: 'PENDING',
}

function openMerchant(start: Parameters<typeof freezeServer>[0] = {}) {
  const { server, handlers } = freezeServer(start)
  return { server, ...renderConsole(paths.merchant('m1'), [...handlers, ...merchantServer(() => merchant)]) }
}

function openWallet(start: Parameters<typeof freezeServer>[0] = {}) {
  const { server, handlers } = freezeServer(start)
  const wallet = walletServer({ isFrozen: true })
  return { server, ...renderConsole(paths.wallet('w1'), [...handlers, ...wallet.handlers]) }
}

describe('Freeze banner', () => {
  it('says since when, by whom, why and until when a merchant is frozen, in a live region', async () => {
    const { server } = openMerchant({ inForce: [untilMorning] })
    const text = await screen.findByText(whole)
    expect(text.closest('[role="status"]')).not.toBeNull()
    expect(server.asked).toContain('page=1&size=10&merchantId=m1&status=IN_FORCE&kind=MERCHANT')
    expect(screen.queryByText(/of its accounts/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull()
  })

  it('links a merchant to the list of its frozen accounts', async () => {
    openMerchant({ inForce: [ofWallet, { ...ofWallet, id: 'freeze-3', accountId: 'a2', walletId: 'w2' }] })
    const link = await screen.findByRole('link', { name: '2 of its accounts are frozen' })
    expect(link.getAttribute('href')).toBe('/merchants?status=freezes&filterStatus=IN_FORCE&merchant=m1')
    expect(screen.queryByText(/^Frozen since/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Freeze' })).toBeDefined()
  })

  it('names and links the merchant that a wallet is frozen through, and offers no lift', async () => {
    const { server } = openWallet({ inForce: [aFreeze()] })
    const link = await screen.findByRole('link', { name: 'Lekki Stores' })
    expect(link.getAttribute('href')).toBe('/merchants/m1')
    expect(link.parentElement?.textContent).toBe(
      'Its merchant Lekki Stores is frozen since 26-11-2026 19:20 by Ada Obi: money out, collections. Reason: Stolen credentials.',
    )
    expect(screen.getByRole('button', { name: 'What still moves' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Lift the freeze' })).toBeNull()
    // It may be frozen by itself too.
    expect(screen.getByRole('button', { name: 'Freeze' })).toBeDefined()
    expect(server.asked).toEqual(['page=1&size=10&accountId=w1&status=IN_FORCE'])
  })

  it('reports that the freeze of a frozen record could not be loaded', async () => {
    const { handlers } = freezeServer({ inForce: [aFreeze()] })
    const broken = refuse(contract.freezes.list, 403, { message: 'Not allowed' })
    const { user } = renderConsole(paths.merchant('m1'), [broken, ...handlers, ...merchantServer(() => merchant)])
    await screen.findByText('The freeze could not be loaded')
    apiServer.use(...handlers)
    await user.click(screen.getByRole('button', { name: 'Refetch Details' }))
    expect(await screen.findByText(/^Frozen since/)).toBeDefined()
  })

  it('shows nothing on a server without freezes', async () => {
    withoutAdditions()
    const { server } = openMerchant({ inForce: [aFreeze()] })
    await screen.findByText('Created 20-11-2026 14:32')
    // Anything else would be loaded by now.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByText(/^Frozen since/)).toBeNull()
    expect(server.asked).toEqual([])
  })
})

describe('Lift of a freeze', () => {
  it('states what continues, requires a reason, removes the banner and moves the focus to the page', async () => {
    const { server, user } = openMerchant({
      inForce: [aFreeze()],
      moving: { waiting: { count: 12, amount: 1_200_000 } },
    })
    await user.click(await screen.findByRole('button', { name: 'Lift the freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
    await dialog.findByText('12 payments of ₦1,200,000.00 in all continue within a minute')
    await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
    expect(dialog.getByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'New credentials')
    await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
    expect(await screen.findByText('The freeze was lifted')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: 'm1', reason: 'New credentials' }])
    await waitFor(() => expect(screen.queryByText(/^Frozen since/)).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('lifts the freeze of a wallet, while that of its merchant stays', async () => {
    const { server, user } = openWallet({ inForce: [ofWallet, aFreeze()] })
    await user.click(await screen.findByRole('button', { name: 'Lift the freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
    await dialog.findByText('No payment waits for the end of this freeze')
    await user.type(dialog.getByLabelText('Reason'), 'Identity confirmed')
    await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
    await waitFor(() => expect(screen.queryByText(/^Frozen since/)).toBeNull())
    expect(server.sent).toEqual([{ accountId: 'w1', reason: 'Identity confirmed' }])
    expect(screen.getByText(/^Its merchant/)).toBeDefined()
  })

  it('keeps the dialog with its input when the freeze ended in the meantime', async () => {
    const { server, user } = openMerchant({ inForce: [aFreeze()] })
    await user.click(await screen.findByRole('button', { name: 'Lift the freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
    await user.type(dialog.getByLabelText('Reason'), 'New credentials')
    server.inForce = []
    apiServer.use(refuse(contract.freezes.unfreezeMerchant, 409, { message: 'It is not frozen', code: 'conflict' }))
    await user.click(dialog.getByRole('button', { name: 'Lift the freeze' }))
    expect(await dialog.findByText('This freeze is over.')).toBeDefined()
  })

  it('keeps the dialog about its freeze when another one followed', async () => {
    const { server, user } = openMerchant({ inForce: [aFreeze()] })
    await user.click(await screen.findByRole('button', { name: 'Lift the freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Lift the freeze' }))
    await user.type(dialog.getByLabelText('Reason'), 'New credentials')
    server.inForce = [aFreeze({ id: 'freeze-9', reason: 'A court order' })]
    returnToWindow()
    expect(await screen.findByText(/Reason: A court order/)).toBeDefined()
    expect(dialog.getByText('This freeze is over.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Lift the freeze' }).disabled).toBe(true)
  })
})

describe('What still moves', () => {
  async function openMoving(...first: HttpHandler[]) {
    const { handlers } = freezeServer({ inForce: [aFreeze()] })
    const opened = renderConsole(paths.merchant('m1'), [...first, ...handlers, ...merchantServer(() => merchant)])
    await opened.user.click(await screen.findByRole('button', { name: 'What still moves' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'What still moves: Lekki Stores' })) }
  }
  const { moving } = contract.freezes

  it('lists the sent payments with their sum and the sum that waits, until none is left', async () => {
    const state = { moving: aMoving({ totalRecords: 1, amount: 5000.25, payments: [payment] }) }
    state.moving.waiting = { count: 3, amount: 900 }
    const { dialog } = await openMoving(answer(moving, () => state.moving))
    await dialog.findByRole('table')
    expect(dialog.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'KBO-1',
      'Bank transfer',
      'Hadiza Bello',
      '₦5,000.25',
      '26-11-2026 19:01',
    ])
    expect(dialog.getByRole('link', { name: 'KBO-1' }).getAttribute('href')).toBe('/payout/txn_1/transaction-payout')
    expect(dialog.getByText('1 payment of ₦5,000.25').parentElement?.textContent).toBe(
      '1 payment of ₦5,000.25 sent, with an open outcome. 3 payments of ₦900.00 in all wait for the end of the freeze.',
    )
    state.moving = aMoving()
    expect(await dialog.findByText('Nothing moves any more')).toBeDefined()
  })

  it('pages through many payments', async () => {
    const asked: string[] = []
    const payments = Array.from({ length: 20 }, (_, index) => ({ ...payment, id: `txn_${index}` }))
    const { dialog, user } = await openMoving(
      answer(moving, ({ query }) => {
        asked.push(query.get('page') ?? '')
        return aMoving({ totalRecords: 45, amount: 225_011.25, payments })
      }),
    )
    expect(await dialog.findByText('Showing 1 to 20 of 45')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Next' }))
    expect(await dialog.findByText('Showing 21 to 40 of 45')).toBeDefined()
    expect(asked).toContain('2')
  })

  it('reports a failure, which can be retried', async () => {
    const { dialog, user } = await openMoving(refuse(moving, 403, { message: 'Not allowed' }))
    await dialog.findByText('Error Fetching Details')
    apiServer.use(answer(moving, () => aMoving()))
    await user.click(dialog.getByRole('button', { name: 'Refetch Details' }))
    expect(await dialog.findByText('Nothing moves any more')).toBeDefined()
  })
})
