import { contract } from '@kobo/contract'
import { transactionExplanation } from '@kobo/contract/transaction-explanation'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { anExplanation, aPayout, payoutServer } from '../../../../testing/a-payout.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { apiServer } from '../../../../testing/api-server.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { TransactionPage } from '../transaction-page.tsx'

const { requery, resendWebhook, markSuccess, markFailed } = contract.transactions
const actionNames = /^(Requery|Resend Webhook Event|Mark as failed|Mark as successful)$/

async function open(particulars: Partial<TransactionDetail>, ...first: HttpHandler[]) {
  const { world, handlers } = payoutServer(particulars)
  const opened = renderScreen(<TransactionPage transactionId="txn_1" />, '/here', [...first, ...handlers])
  await screen.findByRole('heading', { level: 1, name: /60,000/ })
  return { world, ...opened }
}

/** Opens a pending payout's page and the dialog of one decision. */
async function openDecision(action: 'Mark as successful' | 'Mark as failed', ...first: HttpHandler[]) {
  const opened = await open({ status: 'PENDING' }, ...first)
  await opened.user.click(screen.getByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog', { name: /^Mark as/ })
  return { ...opened, dialog, button: () => within(dialog).getByRole('button', { name: action }) }
}

const statusShown = () => screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent

describe('Available actions', () => {
  it.each([
    [{ status: 'QUEUED' }, ['Mark as failed']],
    [{ status: 'PENDING' }, ['Requery', 'Mark as failed', 'Mark as successful']],
    [{ status: 'FAILED' }, ['Requery', 'Resend Webhook Event']],
    [{ status: 'FAILED', sessionId: null }, ['Resend Webhook Event']],
    [{ status: 'SUCCESS' }, ['Resend Webhook Event']],
    [{ status: 'SUCCESS', category: 'BANK_FUNDING', type: 'CREDIT' }, ['Resend Webhook Event']],
    [{ status: 'SUCCESS', category: 'WALLET_TO_WALLET' }, []],
  ])('TXDETAIL-13 offers for %j the actions %j', async (particulars, names) => {
    await open(particulars)
    const offered = screen.queryAllByRole('button', { name: actionNames })
    expect(offered.map((button) => button.textContent)).toEqual(names)
  })
})

describe('Actions without a confirmation', () => {
  it('TXDETAIL-14 resends the webhook event and shows the server message', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { user } = await open(
      {},
      answer(
        resendWebhook,
        async ({ body }) => {
          expect(body).toEqual({ transactionId: 'txn_1' })
          await released
          return {}
        },
        'The event is on its way to the merchant',
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Resend Webhook Event' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true)
    await waitFor(() => release())
    expect(await screen.findByText('The event is on its way to the merchant')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Resend Webhook Event' })).toBeDefined()
  })

  it('requeries the switch and shows the new status', async () => {
    const { user, world } = await open({ status: 'FAILED' })
    world.payout = aPayout({ status: 'SUCCESS' })
    await user.click(screen.getByRole('button', { name: 'Requery' }))
    expect(await screen.findByText('The switch says: approved')).toBeDefined()
    expect(world.sent).toEqual([{ path: requery.path, body: { transactionId: 'txn_1' } }])
    await waitFor(() => expect(statusShown()).toBe('Success'))
  })

  it.each([
    ['Requery', requery],
    ['Resend Webhook Event', resendWebhook],
  ])('shows why %s was rejected and the current status', async (name, call) => {
    const { user, world } = await open(
      { status: 'FAILED' },
      refuse(call, 409, { message: 'This is being done already', code: 'conflict' }),
    )
    world.payout = aPayout({ status: 'SUCCESS' })
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('This is being done already')).toBeDefined()
    await waitFor(() => expect(statusShown()).toBe('Success'))
  })
})

describe('Payout decision', () => {
  it.each(['Mark as successful', 'Mark as failed'] as const)(
    '%s shows amount, reference, beneficiary and mode and requires a reason',
    async (action) => {
      const { user, dialog, button, world } = await openDecision(action)
      for (const text of ['₦60,000.00', 'KBO-26112014320511-7Q2F', 'OKAFOR CHIDI EMEKA', '0123456785', 'Live mode']) {
        expect(within(dialog).getByText(text)).toBeDefined()
      }
      await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), '   ')
      await user.click(button())
      expect(within(dialog).getByText('Reason is required')).toBeDefined()
      expect(world.sent).toEqual([])
    },
  )

  it('asks to stop a queued payout, for which nothing is held and no response is expected', async () => {
    const { user } = await open({ status: 'QUEUED' })
    // The dialog reads the same explanation, so a list of responses would be shown at once.
    await screen.findByText(/^Paid: accepted by GTBank/)
    await user.click(screen.getByRole('button', { name: 'Mark as failed' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mark as failed' })
    expect(
      within(dialog).getByText('Are you sure that you want to stop this payout? It has not been sent.'),
    ).toBeDefined()
    expect(within(dialog).queryByText(/held funds|Latest responses|status query/)).toBeNull()
  })

  it('says what becomes of the held funds of a pending payout that is marked as failed', async () => {
    const { dialog } = await openDecision('Mark as failed')
    expect(
      within(dialog).getByText('Are you sure that this payout failed? The held funds will be released.'),
    ).toBeDefined()
    expect(await within(dialog).findByText('No status query to the switch since it was sent.')).toBeDefined()
  })

  it('says that the latest responses could not be read, and reads them again on request', async () => {
    const { user, dialog } = await openDecision(
      'Mark as failed',
      refuse(transactionExplanation.tell, 500, { message: 'Down' }),
    )
    const refetch = await within(dialog).findByRole('button', { name: 'Refetch Details' })
    apiServer.use(answer(transactionExplanation.tell, () => ({ story: anExplanation() })))
    await user.click(refetch)
    expect(await within(dialog).findByText('No status query to the switch since it was sent.')).toBeDefined()
  })

  it.each([
    ['Mark as successful', markSuccess.path, 'Transaction marked as successful', 'Success'],
    ['Mark as failed', markFailed.path, 'Transaction marked as failed', 'Failed'],
  ] as const)('%s sends the reason and shows the server message and the new status', async (...expected) => {
    const [action, path, message, status] = expected
    const { user, dialog, button, world } = await openDecision(action)
    await user.type(within(dialog).getByRole('textbox'), 'Seen in the settlement report')
    await user.click(button())
    expect(await screen.findByText(message)).toBeDefined()
    expect(world.sent).toEqual([{ path, body: { transactionId: 'txn_1', reason: 'Seen in the settlement report' } }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(statusShown()).toBe(status))
    expect(screen.queryByRole('button', { name: action })).toBeNull()
  })

  it.each([
    ['Mark as successful', markSuccess],
    ['Mark as failed', markFailed],
  ] as const)('%s locks the dialog and shows Processing... while sending', async (action, call) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const pending = answer(call, async () => {
      await released
      return { status: 'SUCCESS' }
    })
    const { user, dialog, button } = await openDecision(action, pending)
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(button())
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBe(dialog)
    await waitFor(() => release())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the outcome when the dialog was closed before the response', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const delayed = answer(
      markFailed,
      async () => {
        await released
        return { status: 'FAILED' }
      },
      'The payout failed',
    )
    const { user, dialog, button } = await openDecision('Mark as failed', delayed)
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(button())
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => release())
    expect(await screen.findByText('The payout failed')).toBeDefined()
  })

  it('keeps the reason and refetches the page when the call fails', async () => {
    const conflict = refuse(markSuccess, 409, { message: 'This payout has failed already', code: 'conflict' })
    const { user, dialog, button, world } = await openDecision('Mark as successful', conflict)
    const logRequestCount = () => world.asked.filter(({ path }) => path === contract.transactions.logs.path).length
    await waitFor(() => expect(logRequestCount()).toBe(1))
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(button())
    expect(await screen.findByText('This payout has failed already')).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Seen')
    // The refetch must come from the failure, since the payout's status has not changed.
    await waitFor(() => expect(logRequestCount()).toBe(2))
  })

  it('shows the server error of the reason at its field', async () => {
    const refusal = refuse(markFailed, 422, { message: 'Invalid', fields: { reason: 'Say more than that' } })
    const { user, dialog, button } = await openDecision('Mark as failed', refusal)
    await user.type(within(dialog).getByRole('textbox'), 'x')
    await user.click(button())
    expect(await within(dialog).findByText('Say more than that')).toBeDefined()
    apiServer.use(...payoutServer({ status: 'PENDING' }).handlers)
    await user.type(within(dialog).getByRole('textbox'), 'yz')
    await user.click(button())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
