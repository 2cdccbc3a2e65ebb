import { contract } from '@kobo/contract'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import type { TransactionExplanation } from '@kobo/contract/transaction-explanation'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { anExplanation, payoutServer } from '../../../testing/a-payout.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { toast } from '../../../testing/on-screen.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { TransactionPage } from './transaction-page.tsx'

const { tell } = contract.transactionStory
const { requery, markSuccess, markFailed } = contract.transactions

interface Opened {
  payout?: Partial<TransactionDetail>
  story?: Partial<TransactionExplanation>
  first?: HttpHandler[]
}

async function open({ payout = {}, story = {}, first = [] }: Opened = {}) {
  const { world, handlers } = payoutServer(payout)
  world.story = anExplanation(story)
  const opened = renderScreen(<TransactionPage transactionId="txn_1" />, '/here', [...first, ...handlers])
  await screen.findByRole('heading', { level: 1, name: /60,000/ })
  return { world, ...opened }
}

const part = (name: string) => screen.queryByRole('region', { name })
const answers = [
  { id: 'log-9', at: '2026-11-20T13:44:00.000Z', responseCode: '25', responseText: 'The switch has no record of it' },
  { id: 'log-8', at: '2026-11-20T13:43:00.000Z', responseCode: null, responseText: null },
]
const queried = { asked: 2, answers, next: { at: '2026-11-20T13:46:00.000Z', number: 3 } }

describe('Transaction explanation', () => {
  it('STORY-01 explains above the page what happened and where the money is', async () => {
    await open()
    const story = await screen.findByRole('region', { name: 'What happened' })
    expect(
      await within(story).findByText(/^Paid: accepted by GTBank at 14:32:06; ₦60,103\.75 was debited from/),
    ).toBeDefined()
    const heading = screen.getByRole('heading', { level: 1 })
    const follows = heading.compareDocumentPosition(story) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows).toBeTruthy()
    expect(part('Status queries to the switch')).toBeNull()
    expect(part('Ledger')).toBeNull()
  })

  it('STORY-08 copies a reply for the merchant', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Copy a reply for the merchant' }))
    expect(await screen.findByText('Reply copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(anExplanation().reply)
  })

  it('STORY-08 copies a reply for the payer when the server sends one', async () => {
    const { user } = await open({ story: { customerReply: { to: 'payer', text: 'Dear Hadiza Bello' } } })
    await user.click(await screen.findByRole('button', { name: 'Copy a reply for the payer' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Dear Hadiza Bello'))
  })

  it('STORY-08 offers only the merchant reply when the server sends no other', async () => {
    await open()
    expect(await screen.findAllByRole('button', { name: /^Copy a reply for/ })).toHaveLength(1)
  })

  it('STORY-09 shows a skeleton until the explanation has loaded', async () => {
    await open({ first: [answer(tell, () => new Promise(() => {}))] })
    const story = screen.getByRole('region', { name: 'What happened' })
    expect(story.textContent).toBe('')
    expect(story.children).toHaveLength(1)
  })

  it('STORY-09 shows an error within an otherwise complete page and refetches the explanation on demand', async () => {
    const { user } = await open({ first: [refuse(tell, 500, { message: 'The database is away' })] })
    const story = screen.getByRole('region', { name: 'What happened' })
    expect(await within(story).findByText('Error Fetching Details')).toBeDefined()
    expect(within(story).getByText('Request req_1')).toBeDefined()
    expect(await screen.findByText('Driver payout, week 46')).toBeDefined()
    apiServer.use(...payoutServer().handlers)
    await user.click(within(story).getByRole('button', { name: 'Refetch Details' }))
    expect(await within(story).findByText(/^Paid: /)).toBeDefined()
  })

  it('STORY-09 hides only the explanation if the server lacks the call', async () => {
    await open({ first: [refuse(tell, 404, { message: 'There is no such call' })] })
    expect(await screen.findByText('Driver payout, week 46')).toBeDefined()
    await waitFor(() => expect(part('What happened')).toBeNull())
    expect(part('Summary')).not.toBeNull()
    expect(part('Activity log')).not.toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [{ batchReference: 'BULK-7' }, 'batch BULK-7', '/payout/BULK-7/bulk?merchantId=merchant-1'],
    [{ scheduleId: 's1' }, 'a scheduled payout', '/payout?status=scheduled&scheduleId=s1'],
    [{ recurringId: 'r1' }, 'a recurring payout', '/payout?status=recurring&recurrentId=r1'],
  ])('STORY-06 links to the batch or schedule that created it: %j', async (origin, name, href) => {
    await open({ story: { origin } })
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
  })

  it('STORY-04 STORY-07 shows the next status query and each response with time, code and text', async () => {
    await open({ payout: { status: 'PENDING' }, story: queried })
    const questions = await screen.findByRole('region', { name: 'Status queries to the switch' })
    expect(within(questions).getByText('Next query on 20-11-2026 14:46:00, query 3')).toBeDefined()
    const shown = within(questions).getAllByRole('listitem')
    expect(shown.map((item) => item.textContent)).toEqual([
      '20-11-2026 14:44:0025 The switch has no record of it',
      '20-11-2026 14:43:00No response',
    ])
  })

  it('STORY-05 shows holds and all ledger entries with links to the accounts', async () => {
    const hold = { id: 'h1', accountId: 'acc-1', name: 'Danfo Express', amount: 60_103.75, status: 'POSTED' }
    const times = { createdAt: '2026-11-20T13:32:05.500Z', endedAt: '2026-11-20T13:32:06.418Z' }
    const lines = [
      { accountId: 'acc-1', name: 'Danfo Express', direction: 'DEBIT', amount: 60_103.75 },
      { accountId: 'float', name: null, direction: 'CREDIT', amount: 60_000 },
    ]
    const transfers = [{ id: 't1', createdAt: '2026-11-20T13:32:06.418Z', kind: 'PAYOUT', lines }]
    await open({ story: { holds: [{ ...hold, ...times }], transfers } })
    // The skeleton is a separate region, so the section is queried again each time.
    const ledger = () => within(screen.getByRole('region', { name: 'Ledger' }))
    await expect.poll(() => ledger().queryAllByRole('table')).toHaveLength(2)
    const [aside, payout] = ledger().getAllByRole('table')
    expect(aside?.textContent).toBe('Hold 20-11-2026 14:32:05Danfo ExpressPosted 20-11-2026 14:32:06₦60,103.75')
    expect(payout?.textContent).toBe('Payout 20-11-2026 14:32:06Danfo ExpressDebit₦60,103.75floatCredit₦60,000.00')
    const links = ledger().getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/ledger-position/acc-1',
      '/ledger-position/acc-1',
      '/ledger-position/float',
    ])
  })
})

describe('Payout decision', () => {
  it('STORY-10 shows the latest responses and the next status query', async () => {
    const { user } = await open({ payout: { status: 'PENDING' }, story: queried })
    await screen.findByRole('region', { name: 'Status queries to the switch' })
    await user.click(screen.getByRole('button', { name: 'Mark as failed' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Latest responses from the switch:')).toBeDefined()
    const shown = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(shown[0]).toBe('20-11-2026 14:44:0025 The switch has no record of it')
    expect(within(dialog).getByText('Next query on 20-11-2026 14:46:00')).toBeDefined()
  })

  const green = /kobo-green/

  it.each([
    { action: 'Mark as successful', call: markSuccess, status: 'FAILED', kind: 'notice' },
    { action: 'Mark as successful', call: markSuccess, status: 'SUCCESS', kind: 'success' },
    { action: 'Mark as failed', call: markFailed, status: 'SUCCESS', kind: 'notice' },
    { action: 'Mark as failed', call: markFailed, status: 'FAILED', kind: 'success' },
  ])('STORY-11 reports $action that ended in $status as a $kind', async ({ action, call, status, kind }) => {
    const handler = answer(call, () => ({ status }), `It is ${status} now`)
    const { user } = await open({ payout: { status: 'PENDING' }, first: [handler] })
    await user.click(screen.getByRole('button', { name: action }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(within(dialog).getByRole('button', { name: action }))
    const shown = await toast(`It is ${status} now`)
    expect(shown?.outerHTML.match(green) !== null).toBe(kind === 'success')
  })

  it('STORY-11 replaces the earlier notification with the newer one', async () => {
    const replyWith = (text: string) => answer(requery, () => ({ status: 'PENDING' }), text)
    const { user } = await open({ payout: { status: 'PENDING' }, first: [replyWith('The payout is still pending')] })
    await user.click(screen.getByRole('button', { name: 'Requery' }))
    expect((await toast('The payout is still pending'))?.outerHTML).not.toMatch(green)
    apiServer.use(replyWith('The payout failed'))
    await user.click(await screen.findByRole('button', { name: 'Requery' }))
    expect(await screen.findByText('The payout failed')).toBeDefined()
    expect(screen.queryByText('The payout is still pending')).toBeNull()
  })
})

describe('Surrounding page', () => {
  it('STORY-12 does not show holds or status queries as done', async () => {
    const { handlers, world } = payoutServer({ status: 'PENDING' })
    const step = (id: string, category: string) => ({ id, category, completed: true, description: id })
    world.steps = [step('a', 'FUND_PENDING'), step('b', 'TRANSACTION_STATUS')]
    renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
    const activity = await screen.findByRole('region', { name: 'Activity log' })
    const texts = async () =>
      (await within(activity).findAllByRole('listitem')).map((item) => item.querySelector('div > div')?.textContent)
    expect(await texts()).toEqual(['Fund Pending waiting', 'Transaction Status queried'])
    world.steps = [...world.steps, step('c', 'FUND_FAILED')]
    await within(activity).findByText('Fund Failed')
    expect(await texts()).toEqual(['Fund Pending held', 'Transaction Status queried', 'Fund Failed failed'])
  })

  it.each<[Partial<TransactionDetail>, string[]]>([
    [{ category: 'BANK_TRANSFER' }, ['/payout', '/payout?status=payouts']],
    [{ category: 'WALLET_TO_WALLET', walletId: 'w1' }, ['/wallets', '/wallets/w1']],
    [{ category: 'BANK_FUNDING', type: 'CREDIT' }, ['/merchants', '/merchants/merchant-1']],
    [{ category: 'REFUND' }, ['/refunds']],
    [{ category: 'SETTLEMENT' }, ['/settlements']],
    [{ category: 'BILL_PAYMENT' }, ['/juju-services']],
    [{ category: 'CARD_PAYMENT', card: { id: 'c1' } }, ['/cards']],
    [{ category: 'BANK_TRANSFER', childAccount: { id: 'a1' } }, ['/child-account']],
    [{ category: 'CREDIT_STORE', store: { id: 's1' } }, ['/stores']],
  ])('STORY-13 shows %j under the breadcrumb %j', async (particulars, above) => {
    renderConsole('/payout/txn_1/transaction-payout', payoutServer(particulars).handlers)
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    await waitFor(() => expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(above))
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(navigation.getByRole('link', { current: 'page' }).getAttribute('href')).toBe(above[0])
  })

  it('STORY-14 shows a session ID once', async () => {
    await open()
    expect(await screen.findAllByText('000023261120143205118830274615')).toHaveLength(1)
  })
})
