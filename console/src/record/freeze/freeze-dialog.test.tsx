import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setServerTime } from '../../api/clock.ts'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aFreeze, freezeServer } from '../../testing/freeze-server.ts'
import { fieldsIn } from '../../testing/list-dialogs.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { walletServer } from '../../testing/wallet-server.ts'

const merchant = aMerchant({ id: 'm1', businessName: 'Lekki Stores' })
const busy = {
  balance: 900_000.5,
  availableBalance: 800_000,
  accounts: 4,
  waiting: { count: 12, amount: 1_200_000 },
  sent: { count: 2, amount: 5000.25 },
  recurring: { count: 1, amount: 7000 },
  batchItems: { count: 30, amount: 60_000 },
  batches: 2,
  cards: 3,
  refunds: { count: 1, amount: 250 },
  unsettled: { count: 9, amount: 45_000 },
}

async function open(start: Parameters<typeof freezeServer>[0] = {}) {
  const { server, handlers } = freezeServer(start)
  const opened = renderConsole(paths.merchant('m1'), [...handlers, ...merchantServer(() => merchant)])
  await opened.user.click(await screen.findByRole('button', { name: 'Freeze' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze Lekki Stores' }))
  const send = () => opened.user.click(dialog.getByRole('button', { name: 'Freeze' }))
  const rows = (title: string) => fieldsIn(dialog.getByRole('region', { name: title }))
  return { ...opened, server, dialog, send, rows }
}

type Opened = Awaited<ReturnType<typeof open>>

async function sendWithReason({ user, dialog, send }: Opened) {
  await user.type(dialog.getByLabelText('Reason'), 'Stolen credentials')
  await send()
}

describe('Freeze', () => {
  it('shows what a freeze of the chosen scopes stops and what continues, before it is sent', async () => {
    const { user, dialog, rows, server } = await open({ impact: busy })
    expect(await dialog.findByText('4 accounts')).toBeDefined()
    expect(dialog.getByText('Balance ₦900,000.50, of which ₦800,000.00 available')).toBeDefined()
    expect(rows('Stops')).toEqual([
      ['Payments that wait', '12, ₦1,200,000.00'],
      ['Recurring payouts', '1, ₦7,000.00'],
      ['Items of 2 batches', '30, ₦60,000.00'],
      ['Cards', '3'],
      ['Collections not settled yet', '9, ₦45,000.00'],
    ])
    expect(rows('Continues')).toEqual([
      ['Refunds', '1, ₦250.00'],
      ['Sent payments', '2, ₦5,000.25'],
    ])
    await user.click(dialog.getByRole('radio', { name: 'Only some of it' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Card purchases' }))
    expect(rows('Stops')).toEqual([['Cards', '3']])
    expect(server.sent).toEqual([])
  })

  it('freezes everything but refunds, then shows the banner, offers no second freeze and moves the focus to the page', async () => {
    const opened = await open()
    await sendWithReason(opened)
    expect(await screen.findByText('The merchant is frozen')).toBeDefined()
    expect(opened.server.sent).toEqual([{ merchantId: 'm1', scope: ['ALL'], reason: 'Stolen credentials' }])
    expect(await screen.findByText(/^Frozen since 26-11-2026 19:20 by Ada Obi/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('freezes refunds too if they are ticked', async () => {
    const opened = await open()
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: 'Refunds' }))
    await sendWithReason(opened)
    await waitFor(() =>
      expect(opened.server.sent).toEqual([
        { merchantId: 'm1', scope: ['ALL', 'REFUNDS'], reason: 'Stolen credentials' },
      ]),
    )
  })

  it('freezes only the ticked scopes, of which there must be one', async () => {
    const opened = await open()
    await opened.user.click(opened.dialog.getByRole('radio', { name: 'Only some of it' }))
    await sendWithReason(opened)
    expect(await opened.dialog.findByText('Choose at least one')).toBeDefined()
    expect(opened.server.sent).toEqual([])
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: 'Settlements' }))
    await opened.user.click(opened.dialog.getByRole('checkbox', { name: 'Collections: returned to their senders' }))
    // Without money out nothing waits.
    expect(opened.dialog.queryByRole('radio', { name: 'Cancel them now' })).toBeNull()
    await opened.send()
    await waitFor(() =>
      expect(opened.server.sent).toEqual([
        { merchantId: 'm1', scope: ['COLLECTIONS', 'SETTLEMENTS'], reason: 'Stolen credentials' },
      ]),
    )
  })

  it('requires a reason', async () => {
    const { dialog, send, server } = await open()
    await send()
    expect(await dialog.findByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
  })

  it('ends by itself at an hour in Lagos, which must be in the future', async () => {
    setServerTime(Date.parse('2026-11-27T08:30:00.000Z'))
    const opened = await open()
    const { dialog, server, user } = opened
    const day = dialog.getByLabelText('Ends by itself (optional)')
    fireEvent.change(day, { target: { value: '27/11/2026' } })
    await sendWithReason(opened)
    expect(await dialog.findByText('The end must be in the future')).toBeDefined()
    expect(server.sent).toEqual([])
    await user.click(dialog.getByLabelText('At, in Lagos', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: '10:00', hidden: true }))
    await opened.send()
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]).toMatchObject({ scope: ['ALL'], until: '2026-11-27T10:00:00+01:00' })
  })

  it('cancels the payments that wait, after naming them', async () => {
    const opened = await open({ impact: busy })
    const { dialog, user } = opened
    await user.click(dialog.getByRole('radio', { name: 'Cancel them now' }))
    expect(
      await dialog.findByText(
        'Cancels 12 waiting payments, ₦1,200,000.00; 30 batch items, ₦60,000.00. Pauses 1 recurring payout, ₦7,000.00. A cancellation cannot be undone.',
      ),
    ).toBeDefined()
    await sendWithReason(opened)
    await waitFor(() => expect(opened.server.sent).toHaveLength(1))
    expect(opened.server.sent[0]).toMatchObject({ scope: ['ALL'], cancelWaiting: true })
  })

  it('shows the email that the merchant will receive', async () => {
    const { dialog } = await open({ impact: { hasWebhook: true } })
    expect(await dialog.findByText('Email to the merchant: accounts@lekki.ng, and by webhook')).toBeDefined()
    expect(dialog.getByText(/payouts, transfers and bill payments/)).toBeDefined()
    expect(dialog.queryByText(/- refunds/)).toBeNull()
  })

  it('keeps the dialog and its input when the server refuses', async () => {
    const opened = await open()
    const message = 'This merchant is already frozen'
    apiServer.use(refuse(contract.freezes.freezeMerchant, 409, { message, code: 'conflict' }))
    await sendWithReason(opened)
    expect(await screen.findByText(message)).toBeDefined()
    expect(opened.dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Stolen credentials')
  })

  it('can be sent although its effect could not be loaded, which can be retried', async () => {
    const { server, handlers } = freezeServer({ impact: busy })
    const { user } = renderConsole(paths.merchant('m1'), [
      refuse(contract.freezes.impact, 403, { message: 'Not allowed' }),
      ...handlers,
      ...merchantServer(() => merchant),
    ])
    await user.click(await screen.findByRole('button', { name: 'Freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze Lekki Stores' }))
    await dialog.findByText('Error Fetching Details')
    apiServer.use(...handlers)
    await user.click(dialog.getByRole('button', { name: 'Refetch Details' }))
    expect(await dialog.findByText('12, ₦1,200,000.00')).toBeDefined()
    await user.type(dialog.getByLabelText('Reason'), 'Stolen credentials')
    await user.click(dialog.getByRole('button', { name: 'Freeze' }))
    await waitFor(() => expect(server.sent).toHaveLength(1))
  })

  it('stays open, but cannot be sent, when another operator froze the record in the meantime', async () => {
    const { user, server, dialog } = await open()
    await user.type(dialog.getByLabelText('Reason'), 'Stolen')
    server.inForce = [aFreeze()]
    apiServer.use(refuse(contract.freezes.freezeMerchant, 409, { message: 'Already frozen', code: 'conflict' }))
    await user.click(dialog.getByRole('button', { name: 'Freeze' }))
    expect(await dialog.findByText('Ada Obi froze this in the meantime.')).toBeDefined()
  })

  it('freezes a wallet in the scopes that apply to it', async () => {
    const wallet = walletServer()
    const { server, handlers } = freezeServer()
    const { user } = renderConsole(paths.wallet('w1'), [...handlers, ...wallet.handlers])
    await user.click(await screen.findByRole('button', { name: 'Freeze' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze Tunde Bakare' }))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(4)
    await user.type(dialog.getByLabelText('Reason'), 'Court order')
    await user.click(dialog.getByRole('button', { name: 'Freeze' }))
    await waitFor(() => expect(server.sent).toEqual([{ accountId: 'w1', scope: ['ALL'], reason: 'Court order' }]))
  })

  it('is not offered on a server without freezes', async () => {
    withoutAdditions()
    const { server, handlers } = freezeServer({ inForce: [aFreeze()] })
    renderConsole(paths.merchant('m1'), [...handlers, ...merchantServer(() => merchant)])
    await screen.findByText('Created 20-11-2026 14:32')
    expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull()
    expect(server.asked).toEqual([])
  })
})
