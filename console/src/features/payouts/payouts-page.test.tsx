import { contract } from '@kobo/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type HttpHandler, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { choose, fieldsIn, offered, offeredValues, openDialog, optionsOf } from '../../testing/list-dialogs.ts'
import { aBatch, aRecurrentPayout, aScheduledPayout, batchServer } from '../../testing/a-batch.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { payoutServer } from '../../testing/a-payout.ts'
import { aTransaction } from '../../testing/a-transaction.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { addressQuery, headers, listShown as shown, selectedTab, toneOf } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const batches = [
  aBatch(),
  aBatch({ id: 'batch-2', batchReference: 'BLK-2', totalRecords: 20, totalInvalidRecords: 0, status: 'COMPLETED' }),
]
const schedules = [
  aScheduledPayout(),
  aScheduledPayout({ id: 'schedule-2', accountName: 'Ngozi Eze', status: 'DISPATCHED', transactionId: 'txn_1' }),
  aScheduledPayout({ id: 'schedule-3', accountName: 'Musa Bello', status: 'CANCELLED', reason: 'The merchant asked' }),
]
const recurrents = [
  aRecurrentPayout(),
  aRecurrentPayout({ id: 'recurrent-2', interval: 'Yearly', status: 'COMPLETED' }),
]
const payouts = [
  aTransaction({
    id: 'txn_1',
    type: 'DEBIT',
    category: 'BANK_TRANSFER',
    status: 'QUEUED',
    amount: 60_000,
    charges: 103.75,
    beneficiaryAccountName: 'OKAFOR CHIDI EMEKA',
    beneficiaryAccountNumber: '0123456785',
    beneficiaryBankName: 'GTBank',
    beneficiaryBankCode: '000013',
  }),
  aTransaction({
    id: 'txn_2',
    type: 'DEBIT',
    status: 'REVERSED',
    beneficiaryAccountName: 'NGOZI EZE',
    charges: undefined,
  }),
]

/** Renders the payouts page and returns the recorded requests. */
function renderPayouts(address: string, ...first: HttpHandler[]) {
  const requests: string[] = []
  const infos: string[] = []
  const opened = renderConsole(address, [
    ...first,
    record(requests, contract.payouts.bulk, () => ({ totalRecords: 48, records: batches })),
    record(requests, contract.payouts.scheduled, () => ({ totalRecords: 400, records: schedules })),
    answer(contract.payouts.scheduledInfo, ({ query }) => {
      infos.push(String(query))
      return { info: schedules.find(({ id }) => id === query.get('scheduleId')) ?? aScheduledPayout() }
    }),
    record(requests, contract.payouts.recurrent, () => ({ totalRecords: 200, records: recurrents })),
    answer(contract.payouts.recurrentInfo, ({ query }) => {
      infos.push(String(query))
      return { info: recurrents.find(({ id }) => id === query.get('recurrentId')) ?? aRecurrentPayout() }
    }),
    record(requests, contract.transactions.merchantList, () => ({ totalRecords: 9_000, transactions: payouts })),
    ...batchServer().handlers,
    ...payoutServer().handlers,
  ])
  return { requests, infos, ...opened }
}

const cellsOf = (text: string) =>
  within(screen.getByText(text).closest('tr') ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const summary = () => screen.findByRole('dialog', { name: 'Transaction Summary' })

async function setDay(label: string, day: string) {
  const input = await screen.findByLabelText(label)
  fireEvent.change(input, { target: { value: day } })
  fireEvent.blur(input)
}

describe('Bulk payouts', () => {
  it.each(['/payout', '/payout?status=bulk'])('PAYOUT-BULK-01 shows the list of batches at %s', async (address) => {
    const { requests } = renderPayouts(address)
    await shown()
    expect(selectedTab()).toBe('Bulk payouts 48')
    expect(requests).toEqual(['page=1&size=100'])
  })

  it('PAYOUT-BULK-04 STATE-07 shows its columns', async () => {
    renderPayouts('/payout?status=bulk')
    await shown()
    expect(headers().join(' | ')).toBe(
      'Date created | Merchant name | Batch reference | Total records | Invalid records | Status | Action',
    )
    expect(cellsOf('BLK/NOV-46').join(' | ')).toBe(
      '20-11-2026 14:32 | Danfo Express Logistics | BLK/NOV-46 | 1,500 | 3 | Processing | View All',
    )
    expect(cellsOf('BLK-2').at(-2)).toBe('Completed')
  })

  it('PAYOUT-BULK-02 searches by reference 500 ms after the last keystroke and stores it in URL and local storage', async () => {
    const { requests } = renderPayouts('/payout?status=bulk')
    await shown()
    const box = screen.getByRole('searchbox', { name: 'Search by batch reference' })
    vi.useFakeTimers()
    fireEvent.change(box, { target: { value: 'BLK/' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(requests).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&reference=BLK%2F'))
    expect(addressQuery()).toEqual({ status: 'bulk', page: '1', perPage: '100', itemOffset: '0', search: 'BLK/' })
    expect(Object.values(localStorage)).toContain('BLK/')
  })

  it('PAYOUT-BULK-05 ERR-16 copies a reference without leaving the list', async () => {
    const { user } = renderPayouts('/payout?status=bulk')
    await shown()
    await user.click(screen.getAllByRole('button', { name: 'Copy batch reference' })[0] ?? document.body)
    expect(await screen.findByText('Batch reference copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('BLK/NOV-46')
    expect(window.location.pathname).toBe('/payout')
  })

  it.each(['View All', 'Danfo Express Logistics'])('PAYOUT-BULK-06 opens the batch on a click on %s', async (text) => {
    const { user } = renderPayouts('/payout?status=bulk')
    await shown()
    await user.click(screen.getAllByText(text)[0] ?? document.body)
    await waitFor(() => expect(window.location.pathname).toBe('/payout/BLK%2FNOV-46/bulk'))
    expect(await screen.findByRole('heading', { level: 1, name: 'BLK/NOV-46' })).toBeTruthy()
  })

  it("PAYOUT-BULK-07 FILTER-31 sends the search params under the API's parameter names", async () => {
    const { requests } = renderPayouts(
      '/payout?status=bulk&wallet=w1&merchant=m1&search=BLK&startDate=2026-01-02&endDate=2026-01-05&page=2&perPage=20&itemOffset=20',
    )
    await screen.findByText('Showing 21 to 22 of 48')
    expect(requests).toHaveLength(1)
    expect(Object.fromEntries(new URLSearchParams(requests[0]))).toEqual({
      page: '2',
      size: '20',
      reference: 'BLK',
      merchantId: 'm1',
      walletId: 'w1',
      startDate: '2026-01-02',
      endDate: '2026-01-05',
    })
  })

  it('CONST-17 loads accepted merchants in one very large page in the merchant picker, also when searching', async () => {
    const merchants: string[] = []
    const { id, businessName } = aMerchant()
    const { user } = renderPayouts(
      '/payout?status=bulk',
      answer(contract.merchants.list, ({ query }) => {
        merchants.push(String(query))
        const row = { createdAt: '', email: '', totalWallets: 1, verified: 'ACCEPTED', status: 'ACTIVE' }
        const found = Array.from({ length: 1_000 }, (_, at) => ({
          ...row,
          id: `${id}${at}`,
          businessName: `${businessName} ${at}`,
        }))
        return { totalRecords: 2_500, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 0, merchants: found }
      }),
    )
    await openDialog('Filter by')
    const picker = await screen.findByLabelText('Merchant', { selector: 'input' })
    await user.click(picker)
    await screen.findByRole('option', { name: `${businessName} 0`, hidden: true })
    expect(merchants).toEqual(['page=1&size=1000000&verified=ACCEPTED'])
    expect(optionsOf(picker).length).toBeLessThanOrEqual(50)
    await user.type(picker, 'adi')
    await waitFor(() => expect(merchants.at(-1)).toBe('page=1&size=1000000&verified=ACCEPTED&search=adi'))
  })

  it('PAYOUT-BULK-03 FILTER-31 filters by merchant, its wallet and days and resets to status=bulk', async () => {
    const { id, businessName } = aMerchant()
    const wallets: string[] = []
    const { user, requests } = renderPayouts(
      '/payout?status=bulk',
      answer(contract.merchants.list, () => ({
        totalRecords: 1,
        totalVerifiedMerchants: 1,
        totalNonVerifiedMerchants: 0,
        merchants: [
          { id, createdAt: '', businessName, email: '', totalWallets: 1, verified: 'ACCEPTED', status: 'ACTIVE' },
        ],
      })),
      answer(contract.wallets.list, (call) => {
        wallets.push(String(call.query))
        return {
          totalRecords: 1,
          totalTransactions: 1,
          wallets: [
            {
              id: 'w1',
              createdAt: '',
              accountName: 'Tunde Bakare',
              accountNumber: '9013345526',
              tier: 1,
              status: 'ACTIVE',
            },
          ],
        }
      }),
    )
    const dialog = await openDialog('Filter by')
    await choose(user, 'Merchant', businessName)
    await user.type(await screen.findByLabelText('Wallet', { selector: 'input' }), '90133')
    await waitFor(() => expect(wallets.at(-1)).toBe(`page=1&size=1000000&merchantId=${id}&accountNumber=90133`))
    await user.click(await screen.findByRole('option', { name: '9013345526 Tunde Bakare', hidden: true }))
    await setDay('Start date', '02/01/2026')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() =>
      expect(requests.at(-1)).toBe(`page=1&size=100&merchantId=${id}&walletId=w1&startDate=2026-01-02`),
    )
    expect(addressQuery()).toMatchObject({ status: 'bulk', wallet: 'w1', merchant: id, startDate: '2026-01-02' })
    const chips = within(screen.getByRole('list', { name: 'Active filters' }))
    expect(chips.getByText('Wallet: 9013345526 Tunde Bakare')).toBeTruthy()

    await user.click((await openDialog('Filter by')).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(addressQuery()).toEqual({ status: 'bulk', page: '1', perPage: '100', itemOffset: '0' }))
  })
})

describe('Scheduled payouts', () => {
  it('PAYOUT-SCHED-01 PAYOUT-SCHED-03 STATE-09 lists scheduled payouts page by page', async () => {
    const { requests } = renderPayouts('/payout?status=scheduled&page=2&perPage=20&itemOffset=20')
    await screen.findByText('Showing 21 to 23 of 400')
    expect(selectedTab()).toBe('Scheduled payouts 400')
    expect(requests).toEqual(['page=2&size=20'])
    expect(headers().join(' | ')).toBe(
      'Date created | Account name | Account number | Bank name | Amount | Schedule date | Status',
    )
    expect(cellsOf('Okafor Chidi Emeka').join(' | ')).toBe(
      '20-11-2026 14:32 | Okafor Chidi Emeka | 0123456785 | GTBank | ₦60,000.00 | 30-11-2026 09:00 | Initiated',
    )
  })

  it('FILTER-18 FILTER-06 filters by status, with NEW as Initiated, and by days without changing the URL', async () => {
    const { user, requests } = renderPayouts('/payout?status=scheduled')
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offered(user, 'Status')).toBe(
      'DISPATCHED: Dispatched | NEW: Initiated | CANCELLED: Cancelled | FAILED: Failed',
    )
    await user.click(screen.getByRole('option', { name: 'Initiated', hidden: true }))
    await setDay('Start date', '01/11/2024')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&status=NEW&startDate=2024-11-01'))
    expect(addressQuery()).toEqual({ status: 'scheduled' })
  })

  it('EXPORT-07 offers lower-case statuses including initiated, and days', async () => {
    const { user } = renderPayouts('/payout?status=scheduled')
    await shown()
    const dialog = await openDialog('Export')
    expect(await offered(user, 'Status')).toBe(
      'dispatched: dispatched | initiated: initiated | cancelled: cancelled | failed: failed',
    )
    expect(dialog.getByText('3 of the 3 rows on this page')).toBeTruthy()
    await user.click(screen.getByRole('option', { name: 'initiated', hidden: true }))
    expect(dialog.getByText('1 of the 3 rows on this page')).toBeTruthy()
    await setDay('Start date', '01/11/2024')
    await setDay('End date', '02/11/2024')
    expect(dialog.getByText('0 of the 3 rows on this page')).toBeTruthy()
  })

  it('PAYOUT-SCHED-02 PAYOUT-SCHED-04 PANEL-13 opens the summary of a row through the search params', async () => {
    const { user, infos } = renderPayouts('/payout?status=scheduled')
    await shown()
    expect(infos).toEqual([])
    await user.click(screen.getByText('Okafor Chidi Emeka'))
    const panel = await summary()
    await within(panel).findByText('November rent')
    expect(addressQuery()).toEqual({ status: 'scheduled', scheduleId: 'schedule-1' })
    expect(infos).toEqual(['scheduleId=schedule-1'])
    expect((await summary()).querySelector('footer')).toBeNull()
    expect(fieldsIn(panel)).toEqual([
      ['Status', 'Initiated'],
      ['Date initiated', '20 November 2026 14:32:00'],
      ['Schedule date', '30 November 2026 09:00:00'],
      ['Account name', 'Okafor Chidi Emeka'],
      ['Bank name', 'GTBank'],
      ['Account number', '0123456785'],
      ['Amount', '₦60,000.00'],
      ['Charges', '₦53.75'],
      ['Narration', 'November rent'],
      ['Reason', '_'],
    ])
    expect(within(panel).queryByRole('link')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(addressQuery()).toEqual({ status: 'scheduled' }))
  })

  it('STATE-10 shows an unknown status in yellow and links the summary to the resulting transaction', async () => {
    const { user } = renderPayouts(
      '/payout?status=scheduled&scheduleId=schedule-2',
      answer(contract.payouts.scheduledInfo, () => ({
        info: aScheduledPayout({ id: 'schedule-2', status: 'PAUSED', transactionId: 'txn_1' }),
      })),
    )
    const panel = within(await summary())
    expect(toneOf(await panel.findByText('PAUSED'))).toBe('yellow')
    await user.click(await panel.findByRole('link', { name: 'Open transaction page' }))
    await waitFor(() => expect(window.location.pathname).toBe('/payout/txn_1/transaction-payout'))
  })

  it('refetches a failed summary on demand and reports a missing one', async () => {
    const { user } = renderPayouts(
      '/payout?status=scheduled&scheduleId=schedule-3',
      refuse(contract.payouts.scheduledInfo, 500, { message: 'Broken' }),
    )
    const panel = await summary()
    await within(panel).findByText('Error Fetching Details')
    apiServer.use(refuse(contract.payouts.scheduledInfo, 404, { message: 'No', code: 'not_found' }))
    await user.click(within(panel).getByRole('button', { name: 'Refetch Details' }))
    expect(await within(panel).findByText('This scheduled payout does not exist in Live mode')).toBeTruthy()
  })
})

describe('Recurring payouts', () => {
  it('PAYOUT-REC-01 PAYOUT-REC-03 STATE-20 lists recurring payouts page by page', async () => {
    const { requests } = renderPayouts('/payout?status=recurring&page=2&perPage=20&itemOffset=20')
    await screen.findByText('Showing 21 to 22 of 200')
    expect(selectedTab()).toBe('Recurring payouts 200')
    expect(requests).toEqual(['page=2&size=20'])
    expect(headers().join(' | ')).toBe(
      'Date created | Account name | Account number | Bank name | Amount | Start date | End date | Interval | Status',
    )
    expect(cellsOf('Monthly').join(' | ')).toBe(
      '20-11-2026 14:32 | Folasade Ogunleye | 0099887766 | Zenith Bank | ₦25,000.50 | 01-12-2026 | _ | Monthly | Active',
    )
    expect(['Active', 'Completed'].map((label) => toneOf(screen.getByText(label)))).toEqual(['green', 'green'])
  })

  it('FILTER-19 filters by frequency, including capitalised Yearly, and by status without changing the URL', async () => {
    const { user, requests } = renderPayouts('/payout?status=recurring')
    await shown()
    const dialog = await openDialog('Filter by')
    expect(await offeredValues(user, 'Frequency')).toBe('daily | weekly | monthly | Yearly')
    await user.click(screen.getByRole('option', { name: 'Yearly', hidden: true }))
    expect(await offeredValues(user, 'Status')).toBe('ACTIVE | INACTIVE | CANCELLED | COMPLETED')
    await user.click(screen.getByRole('option', { name: 'Inactive', hidden: true }))
    await setDay('Start date', '01/11/2024')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() =>
      expect(requests.at(-1)).toBe('page=1&size=100&status=INACTIVE&frequency=Yearly&startDate=2024-11-01'),
    )
    expect(addressQuery()).toEqual({ status: 'recurring' })
  })

  it('EXPORT-08 offers frequency and days', async () => {
    const { user } = renderPayouts('/payout?status=recurring')
    await shown()
    const dialog = await openDialog('Export')
    await choose(user, 'Frequency', 'Yearly')
    expect(dialog.getByText('1 of the 2 rows on this page')).toBeTruthy()
    await setDay('Start date', '01/11/2024')
    await setDay('End date', '02/11/2024')
    expect(dialog.getByText('0 of the 2 rows on this page')).toBeTruthy()
    expect(dialog.queryByLabelText('Status')).toBeNull()
  })

  it('PAYOUT-REC-02 PAYOUT-REC-04 PANEL-11 STATE-20 opens the summary of a row and shows skeletons until it has loaded', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { user } = renderPayouts(
      '/payout?status=recurring',
      answer(contract.payouts.recurrentInfo, async () => {
        await released
        const businessName = 'Danfo Express Logistics'
        const sender = { accountName: 'Musa Bello', merchant: { id: 'merchant-1', businessName } }
        return { info: aRecurrentPayout({ status: 'COMPLETED', endDate: '2027-12-01', sender }) }
      }),
    )
    await shown()
    await user.click(screen.getByText('Monthly'))
    const panel = await summary()
    expect(addressQuery()).toEqual({ status: 'recurring', recurrentId: 'recurrent-1' })
    expect(fieldsIn(panel).slice(0, 11)).toEqual(
      [
        'Status',
        'Date initiated',
        'Start date',
        'End date',
        'Sender account name',
        'Bank name',
        'Account number',
        'Amount',
        'Charge',
        'Narration',
        'Interval',
      ].map((label) => [label, '']),
    )
    expect(panel.querySelector('[aria-busy="true"]')).toBeTruthy()
    release()
    await within(panel).findByText('Shop rent')
    expect(fieldsIn(panel)).toEqual([
      ['Status', 'Completed'],
      ['Date initiated', '20 November 2026 14:32:00'],
      ['Start date', '01 December 2026'],
      ['End date', '01 December 2027'],
      ['Sender account name', 'Musa Bello'],
      ['Bank name', 'Zenith Bank'],
      ['Account number', '0099887766'],
      ['Amount', '₦25,000.50'],
      ['Charge', '₦26.88'],
      ['Narration', 'Shop rent'],
      ['Interval', 'Monthly'],
      ['Beneficiary account name', 'Folasade Ogunleye'],
      ['Merchant', 'Danfo Express Logistics'],
      ['Next date', '01 December 2026'],
      ['Runs so far', '0'],
    ])
    expect(toneOf(within(panel).getByText('Completed'))).toBe('green')
  })
})

describe('Payout transactions', () => {
  it('PAYOUT-TX-01 PAYOUT-TX-04 requests bank transfers by the search params', async () => {
    const { requests } = renderPayouts(
      '/payout?status=payouts&page=2&perPage=20&itemOffset=20&type=DEBIT&search=KBO&startDate=2026-01-02&endDate=2026-01-05',
    )
    await screen.findByText('Showing 21 to 22 of 9,000')
    expect(selectedTab()).toBe('Payouts 9,000')
    expect(requests).toEqual([
      'page=2&size=20&type=DEBIT&category=BANK_TRANSFER&reference=KBO&startDate=2026-01-02&endDate=2026-01-05',
    ])
  })

  it('PAYOUT-TX-03 STATE-11 shows its columns', async () => {
    renderPayouts('/payout?status=payouts')
    await shown()
    expect(headers().join(' | ')).toBe(
      'Date created | Beneficiary name | Account number | Bank name | Bank code | Amount | Charges | Status | Action',
    )
    expect(cellsOf('OKAFOR CHIDI EMEKA').join(' | ')).toBe(
      '20-11-2026 14:32 | OKAFOR CHIDI EMEKA | 0123456785 | GTBank | 000013 | ₦60,000.00 | ₦103.75 | Queued | Summary',
    )
    expect(cellsOf('NGOZI EZE').slice(6, 8)).toEqual(['_', 'Reversed'])
    expect(['Queued', 'Reversed'].map((label) => toneOf(screen.getByText(label)))).toEqual(['yellow', 'red'])
  })

  it.each([
    ['Debit', 'DEBIT'],
    ['Credit', 'CREDIT'],
  ])('FILTER-17 writes the filter %s as %s to the URL and to the call', async (label, value) => {
    const { user, requests } = renderPayouts('/payout?status=payouts')
    await shown()
    const dialog = await openDialog('Filter by')
    await choose(user, 'Type', label)
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe(`page=1&size=100&type=${value}&category=BANK_TRANSFER`))
    expect(addressQuery()).toMatchObject({ status: 'payouts', type: value })
  })

  it('EXPORT-06 offers type, status and days', async () => {
    const { user } = renderPayouts(
      '/payout?status=payouts',
      answer(contract.transactions.merchantList, () => ({
        totalRecords: 2,
        transactions: [aTransaction({ type: 'DEBIT' }), aTransaction({ id: 't2', type: 'debit', status: 'FAILED' })],
      })),
    )
    await shown()
    const dialog = await openDialog('Export')
    await choose(user, 'Type', 'debit')
    expect(dialog.getByText('2 of the 2 rows on this page')).toBeTruthy()
    await choose(user, 'Status', 'failed')
    expect(dialog.getByText('1 of the 2 rows on this page')).toBeTruthy()
    await setDay('Start date', '01/11/2024')
    await setDay('End date', '02/11/2024')
    expect(dialog.getByText('0 of the 2 rows on this page')).toBeTruthy()
  })

  it('PAYOUT-TX-02 opens the transaction page from a row', async () => {
    const { user } = renderPayouts('/payout?status=payouts')
    await shown()
    await user.click(screen.getByText('OKAFOR CHIDI EMEKA'))
    await waitFor(() => expect(window.location.pathname).toBe('/payout/txn_1/transaction-payout'))
  })

  it('PANEL-12 opens a payout beside the list with every transaction field and keeps the list unchanged', async () => {
    const { user, requests } = renderPayouts('/payout?status=payouts&type=DEBIT')
    await shown()
    await user.click(screen.getAllByRole('link', { name: 'Summary' })[0] ?? document.body)
    const panel = await summary()
    expect(await within(panel).findByText('Driver payout, week 46')).toBeTruthy()
    expect(Object.fromEntries(fieldsIn(panel))).toMatchObject({
      From: expect.stringMatching(/^DANFO EXPRESS LOGISTICS.*9013345526.*Providus Bank/),
      To: expect.stringMatching(/^OKAFOR CHIDI EMEKA.*0123456785.*GTBank/),
      Amount: expect.stringMatching(/^₦60,000.00/),
      Charges: expect.stringMatching(/^₦103.75/),
      'Amount Processed': expect.stringMatching(/^₦60,000.00/),
      'Date created': expect.stringMatching(/^20 November 2026/),
      Status: expect.stringMatching(/^Success/),
      Reference: expect.stringMatching(/^KBO-26112014320511-7Q2F/),
      'Session ID': expect.stringMatching(/^000023261120143205118830274615/),
      Description: 'Payout to OKAFOR CHIDI EMEKA',
    })
    expect(addressQuery()).toEqual({ status: 'payouts', type: 'DEBIT', transactionId: 'txn_1' })
    await user.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(addressQuery()).toEqual({ status: 'payouts', type: 'DEBIT' })
    expect(requests).toHaveLength(1)
    act(() => window.history.forward())
    await summary()
  })

  it('PANEL-08 ERR-16 copies the reference and the session ID from the panel', async () => {
    const { user } = renderPayouts('/payout?status=payouts')
    await shown()
    await user.click(screen.getAllByRole('link', { name: 'Summary' })[0] ?? document.body)
    const panel = within(await summary())
    await panel.findByText('Driver payout, week 46')
    await user.click(panel.getByRole('button', { name: 'Copy reference' }))
    expect(await screen.findByText('Transaction reference copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('KBO-26112014320511-7Q2F')
    await user.click(panel.getByRole('button', { name: 'Copy session ID' }))
    expect(await screen.findByText('Session ID copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('000023261120143205118830274615')
  })

  it("PANEL-14 shows the list's transaction until the details have loaded", async () => {
    const pending = http.get(`/api${contract.transactions.info.path}`, () => new Promise<never>(() => {}))
    const { user } = renderPayouts('/payout?status=payouts', pending)
    await shown()
    await user.click(screen.getAllByRole('link', { name: 'Summary' })[0] ?? document.body)
    const panel = await summary()
    await within(panel).findByText('OKAFOR CHIDI EMEKA')
    // Fields missing in the row are hidden rather than shown as empty.
    expect(Object.fromEntries(fieldsIn(panel))).toEqual({
      From: 'Folasade Ogunleye',
      To: 'OKAFOR CHIDI EMEKA',
      Amount: '₦60,000.00',
      Status: 'Queued',
      Reference: 'KB-2026-0001',
    })
  })
})

it.each([
  ['bulk', contract.payouts.bulk],
  ['scheduled', contract.payouts.scheduled],
  ['recurring', contract.payouts.recurrent],
  ['payouts', contract.transactions.merchantList],
])('ERR-04 shows Refetct List when status=%s fails', async (status, call) => {
  const { user } = renderPayouts(`/payout?status=${status}`, refuse(call, 500, { message: 'Broken' }))
  expect(await screen.findByText('Error Fetching List')).toBeTruthy()
  apiServer.use(
    answer(contract.payouts.bulk, () => ({ totalRecords: 0, records: [] })),
    answer(contract.payouts.scheduled, () => ({ totalRecords: 0, records: [] })),
    answer(contract.payouts.recurrent, () => ({ totalRecords: 0, records: [] })),
    answer(contract.transactions.merchantList, () => ({ totalRecords: 0, transactions: [] })),
  )
  await user.click(screen.getByRole('button', { name: 'Refetct List' }))
  expect(await screen.findByText('No List Record Found')).toBeTruthy()
})
