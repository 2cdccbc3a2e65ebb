import { contract } from '@kobo/contract'
import type { TransactionDetail } from '@kobo/contract/transaction-records'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { aPayout, type PayoutWorld, payoutServer } from '../../../testing/a-payout.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { toneOf } from '../../../testing/on-screen.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { TransactionPage } from './transaction-page.tsx'

const { info, overview, logs } = contract.transactions
const broken = { message: 'The database is away' }

/** Opens a payout's page; `first` takes precedence over the default handlers. */
function open(particulars: Partial<TransactionDetail> = {}, first: HttpHandler[] = [], address = '/here') {
  const { world, handlers } = payoutServer(particulars)
  return { world, ...renderScreen(<TransactionPage transactionId="txn_1" />, address, [...first, ...handlers]) }
}

const region = (name: string) => screen.findByRole('region', { name })

/** Returns the value next to a label. */
function value(container: HTMLElement, label: string): string | null | undefined {
  return within(container).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

const requestsTo = (world: PayoutWorld, path: string) => world.asked.filter((request) => request.path === path)

describe('Transaction page', () => {
  it('TXDETAIL-01 shows amount, status and merchant, and the summary beside the activity log', async () => {
    renderConsole('/payout/txn_1/transaction-payout', payoutServer().handlers)
    const heading = await screen.findByRole('heading', {
      level: 1,
      name: '₦60,000.00, transaction KBO-26112014320511-7Q2F',
    })
    const header = within(heading.closest('header') ?? heading)
    expect(header.getByText('Success')).toBeDefined()
    expect(header.getByText('Bank transfer, debit')).toBeDefined()
    const business = header.getByRole('link', { name: 'Danfo Express Logistics' })
    expect(business.getAttribute('href')).toBe('/merchants/merchant-1')
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    for (const list of crumbs.getAllByRole('link')) expect(list.getAttribute('aria-current')).toBeNull()
    expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/payout',
      '/payout?status=payouts',
    ])
    expect(await region('Summary')).toBeDefined()
    expect(await region('Activity log')).toBeDefined()
  })

  it('TXDETAIL-03 TXDETAIL-05 shows amount, charges and processed amount', async () => {
    open()
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const summary = await region('Summary')
    const shown = Object.fromEntries(
      within(summary)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(shown).toMatchObject({
      Narration: 'Driver payout, week 46',
      Amount: '₦60,000.00Bank transfer, debit',
      Charges: '₦103.75fee ₦50.00, VAT ₦3.75, stamp duty ₦50.00',
      'Amount Processed': '₦60,000.00wallet debited ₦60,103.75',
      'Date created': '20 November 202614:32:05, paid 14:32:06',
      Channel: 'NIPwallet type Merchant',
      Status: 'Successresponse code 00',
      Reference: 'KBO-26112014320511-7Q2F',
      'Session ID': '000023261120143205118830274615',
      Description: 'Payout to OKAFOR CHIDI EMEKA',
    })
  })

  it("TXDETAIL-03 shows the reference of a checkout payment's receipt with a link to the checkout", async () => {
    open({ receiptReference: 'RCP-7Q2F-0001', checkoutId: 'checkout-1' })
    const summary = await region('Summary')
    expect(await within(summary).findByText('RCP-7Q2F-0001')).toBeDefined()
    expect(within(summary).getByRole('button', { name: 'Copy receipt reference' })).toBeDefined()
    const checkout = within(summary).getByRole('link', { name: 'Open checkout' })
    expect(checkout.getAttribute('href')).toBe('/checkout?checkoutId=checkout-1')
  })

  it('TXDETAIL-04 shows both parties with their banks and masks their numbers regardless of the server', async () => {
    open()
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const summary = await region('Summary')
    expect(value(summary, 'From')).toBe('DANFO EXPRESS LOGISTICS9013345526 Providus Bankcode 000023, BVN 2212*******')
    expect(value(summary, 'To')).toBe('OKAFOR CHIDI EMEKA0123456785 GTBankcode 000013, BVN 2239*******')
    expect(document.body.textContent).not.toContain('22398765432')
  })

  it('shows the payment day when it differs', async () => {
    open({ paidAt: '2026-11-21T08:00:00.000Z', status: 'FAILED' })
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const summary = await region('Summary')
    expect(value(summary, 'Date created')).toBe('20 November 202614:32:05, paid 21 November 2026 09:00:00')
    expect(value(summary, 'Amount Processed')).toBe('_')
  })

  it.each(['QUEUED', 'PENDING', 'FAILED', 'DECLINED'])(
    'TXDETAIL-05 shows no processed amount for a transaction that is %s',
    async (status) => {
      open({ status })
      await screen.findByRole('heading', { level: 1, name: /60,000/ })
      expect(value(await region('Summary'), 'Amount Processed')).toBe('_')
    },
  )

  it('CONST-11 shows _ for missing values', async () => {
    const { id, status, createdAt, type, amount } = aPayout()
    const { handlers } = payoutServer()
    renderScreen(<TransactionPage transactionId="txn_1" />, '/here', [
      answer(info, () => ({ transaction: { id, status, createdAt, type, amount } })),
      ...handlers,
    ])
    await screen.findByRole('heading', { level: 1, name: '₦60,000.00, transaction txn_1' })
    const summary = await region('Summary')
    for (const label of ['From', 'To', 'Narration', 'Charges', 'Reference', 'Session ID', 'Description']) {
      expect(value(summary, label), label).toBe('_')
    }
    expect(value(summary, 'Date created')).toBe('20 November 202614:32:05, paid _')
    expect(value(summary, 'Channel')).toBe('_wallet type _')
  })

  it('TXDETAIL-07 TXDETAIL-08 reads charges from `charge` and details from metadata', async () => {
    open({
      charges: undefined,
      chargeLines: undefined,
      charge: 26.88,
      channelCode: undefined,
      originatorAccountName: undefined,
      beneficiaryAccountName: undefined,
      beneficiaryAccountNumber: undefined,
      beneficiaryBankName: undefined,
      metadata: {
        originatorAccountName: 'ADIRE TEXTILES',
        beneficiaryAccountName: 'EZE NGOZI',
        beneficiaryAccountNumber: '0987654321',
        beneficiaryBankName: 'Zenith Bank',
        paymentMethod: 'BANK_TRANSFER',
      },
    })
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const summary = await region('Summary')
    expect(value(summary, 'Charges')).toBe('₦26.88')
    expect(value(summary, 'From')).toMatch(/^ADIRE TEXTILES/)
    expect(value(summary, 'To')).toMatch(/^EZE NGOZI0987654321 Zenith Bank/)
    expect(value(summary, 'Channel')).toMatch(/^BANK_TRANSFER/)
  })

  it.each([
    ['TXDETAIL-15 ERR-16', 'Copy reference', 'Transaction reference copied successfully', 'KBO-26112014320511-7Q2F'],
    ['TXDETAIL-16 ERR-16', 'Copy session ID', 'Session ID copied successfully', '000023261120143205118830274615'],
  ])('%s copies and confirms it: %s', async (_row, button, toast, text) => {
    const { user } = open()
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    await user.click(within(await region('Summary')).getByRole('button', { name: button }))
    expect(await screen.findByText(toast)).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(text)
  })

  it('TXDETAIL-06 shows each step of the activity log as done or waiting', async () => {
    const { handlers, world } = payoutServer()
    world.steps = [
      ...world.steps,
      { id: 'step-3', completed: false, category: 'TRANSFER_WEBHOOK', description: 'Attempt 2 of 7 got 502' },
    ]
    renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
    const activity = await region('Activity log')
    const steps = await within(activity).findAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      'Session Init donePayout requested by Danfo Express Logistics14:32:05.114',
      'Transfer Successful doneCode 00, approved by the receiving bank14:32:06.418',
      'Transfer Webhook waitingAttempt 2 of 7 got 502',
    ])
    expect(within(activity).getByText('1.3 s to the bank')).toBeDefined()
  })

  it('shows the empty state of the activity log', async () => {
    const { handlers, world } = payoutServer()
    world.steps = []
    renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
    expect(await screen.findByText('No activity yet')).toBeDefined()
  })

  it("shows the alert that needs an operator's attention", async () => {
    open({ status: 'FAILED', alert: 'The switch approved this payout after it had failed' })
    expect((await screen.findByRole('alert')).textContent).toBe('The switch approved this payout after it had failed')
  })

  it.each([
    ['SUCCESS', 'Success', 'green'],
    ['FAILED', 'Failed', 'red'],
    ['PENDING', 'Pending', 'yellow'],
    ['QUEUED', 'Queued', 'yellow'],
  ])(
    'STATE-11 shows a payout that is %s as %s in %s in header and summary, as in the list',
    async (status, label, tone) => {
      open({ status })
      await screen.findByRole('heading', { level: 1, name: /60,000/ })
      const summary = await region('Summary')
      await within(summary).findByText('Driver payout, week 46')
      const tags = screen.getAllByText(label)
      expect(tags).toHaveLength(2)
      for (const tag of tags) expect(toneOf(tag)).toBe(tone)
    },
  )
})

describe('Loading state', () => {
  it('shows the data of the list until the transaction has loaded', async () => {
    const { merchantList } = contract.transactions
    const { id, status, createdAt, type, amount, reference, category } = aPayout()
    const row = { id, status, createdAt, type, amount, reference, category }
    function FromList() {
      const list = useApiQuery(merchantList, {})
      return list.data && <TransactionPage transactionId="txn_1" />
    }
    renderScreen(<FromList />, '/here', [
      answer(merchantList, () => ({ totalRecords: 1, transactions: [row] })),
      answer(info, () => new Promise(() => {})),
      ...payoutServer().handlers,
    ])
    const heading = await screen.findByRole('heading', { level: 1, name: /^₦60,000.00, transaction KBO-/ })
    expect(heading.nextElementSibling?.textContent).toBe('Success')
    expect(screen.queryByRole('button', { name: 'Resend Webhook Event' })).toBeNull()
  })
})

describe('Payout in progress', () => {
  it('polls in the background until the payout is final and then refetches the log', async () => {
    const { world } = open({ status: 'PENDING' })
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    await screen.findByText('Fund Success')
    expect(requestsTo(world, logs.path)).toHaveLength(1)
    world.payout = aPayout({ status: 'SUCCESS' })
    const heading = screen.getByRole('heading', { level: 1 })
    await waitFor(() => expect(heading.nextElementSibling?.textContent).toBe('Success'))
    // The steps were requested before the payout was final, so one more poll fetches the last of them.
    world.steps = [{ id: 'step-9', completed: true, category: 'TRANSFER_SUCCESSFUL', description: 'All has arrived' }]
    await waitFor(() => expect(requestsTo(world, logs.path)).toHaveLength(2))
    expect(await screen.findByText('All has arrived')).toBeDefined()
    const background = requestsTo(world, info.path).map((request) => request.background)
    expect(background).toEqual([false, ...background.slice(1).map(() => true)])

    // The last round ends within 2.5 s.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const requestCount = world.asked.length
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(world.asked).toHaveLength(requestCount)
  }, 20_000)

  it('keeps polling while a step of a final payout is waiting', async () => {
    const { handlers, world } = payoutServer()
    const waiting = { id: 'step-3', completed: false, category: 'TRANSFER_WEBHOOK', description: 'Attempt 1' }
    world.steps = [waiting]
    renderScreen(<TransactionPage transactionId="txn_1" />, '/here', handlers)
    await screen.findByText('waiting')
    world.steps = [{ ...waiting, completed: true, description: 'Delivered' }]
    expect(await screen.findByText('Delivered')).toBeDefined()
    expect(requestsTo(world, overview.path).at(-1)?.background).toBe(true)
  })
})

describe('Error states', () => {
  it('TXDETAIL-17 shows an error and refetches the details on demand', async () => {
    const { user } = open({}, [refuse(info, 503, broken)])
    expect(await screen.findByText('Error Fetching Details')).toBeDefined()
    apiServer.use(...payoutServer().handlers)
    await user.click(screen.getByRole('button', { name: 'Refetch Details' }))
    expect(await screen.findByRole('heading', { level: 1, name: /60,000/ })).toBeDefined()
  })

  it('TXDETAIL-17 keeps the page when only the activity log failed', async () => {
    const { user } = open({}, [refuse(overview, 500, broken)])
    await screen.findByRole('heading', { level: 1, name: /60,000/ })
    const activity = await region('Activity log')
    expect(await within(activity).findByText('Error Fetching Details')).toBeDefined()
    apiServer.use(...payoutServer().handlers)
    await user.click(within(activity).getByRole('button', { name: 'Refetch Details' }))
    expect(await within(activity).findByText('1.3 s to the bank')).toBeDefined()
  })

  it('reports a transaction that does not exist in this mode and links back', async () => {
    const notFound = [info, overview, logs].map((call) => refuse(call, 404, { message: 'No', code: 'not_found' }))
    const { user, history } = open({}, notFound)
    expect(await screen.findByText('This transaction does not exist in Live mode')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Back to payouts' }))
    await waitFor(() => expect(history.location.pathname).toBe('/payout'))
  })
})
