import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { aTransaction } from '../../testing/a-transaction.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { cells, dialog, figure, listShown, addressQuery, toneOf } from '../../testing/on-screen.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const credit = aTransaction()
const debit = aTransaction({
  id: 't2',
  type: 'debit',
  status: 'FAILED',
  amount: 1_200,
  originatorAccountName: 'Adire & Indigo Textiles Ltd',
  beneficiaryAccountName: 'Ngozi Eze',
  beneficiaryAccountNumber: '0099887766',
  beneficiaryBankName: 'Access Bank',
})
const unknown = aTransaction({
  id: 't3',
  status: 'PENDING',
  originatorAccountName: null,
  originatorAccountNumber: null,
  originatorBankName: undefined,
})

/** Opens the transactions on the merchant's page and returns the list's recorded requests. */
function openTransactions({ search = {}, rows = [credit, debit, unknown], handlers = [] as HttpHandler[] } = {}) {
  const requests: string[] = []
  const merchant = aMerchant({ id: 'm1' })
  const opened = renderConsole(paths.merchant('m1', search), [
    ...handlers,
    record(requests, contract.transactions.merchantList, () => ({ totalRecords: rows.length, transactions: rows })),
    ...merchantServer(() => merchant),
  ])
  return { requests, ...opened }
}

describe('Merchant transactions tab', () => {
  it('MDETAIL-31 shows three tabs at the bottom of the page, each with its own URL', async () => {
    const { user } = openTransactions()
    await listShown()
    const tabs = within(screen.getByRole('tablist')).getAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent.trim())).toEqual(['Transactions', 'Wallet transactions', 'Charges'])
    const services = screen.getByRole('heading', { name: 'Enabled services' })
    expect(services.compareDocumentPosition(screen.getByRole('tablist'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await user.click(screen.getByRole('tab', { name: 'Wallet transactions' }))
    expect(await screen.findByRole('searchbox', { name: 'Search by wallet reference' })).toBeTruthy()
    expect(addressQuery()['status']).toBe('wallet-transactions')
    expect(screen.queryByRole('searchbox', { name: 'Search by reference number' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1, name: aMerchant().businessName })).toBeTruthy()
  })

  it('MTX-01 MTX-08 shows its columns with the sender of a credit and the recipient of a debit', async () => {
    openTransactions()
    await listShown()
    expect(
      within(screen.getByRole('tabpanel'))
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Date created', 'Account name', 'Account number', 'Bank name', 'Amount', 'Type', 'Status'])
    expect(cells(/Folasade/).join(' | ')).toBe(
      '20-11-2026 14:32 | Folasade Ogunleye | 0123456785 | Zenith Bank | ₦25,000.50 | Credit | Success',
    )
    expect(cells(/Ngozi/).slice(1)).toEqual(['Ngozi Eze', '0099887766', 'Access Bank', '₦1,200.00', 'Debit', 'Failed'])
    expect(cells(/, _$/).slice(1, 4)).toEqual(['_', '_', '_'])
  })

  it('STATE-04 STATE-24 shows success, failure and pending, credit and debit', async () => {
    openTransactions()
    await listShown()
    const shown = [/Folasade/, /Ngozi/, /, _$/].map((row) => cells(row).slice(-2))
    expect(shown).toEqual([
      ['Credit', 'Success'],
      ['Debit', 'Failed'],
      ['Credit', 'Pending'],
    ])
    const labels = ['Success', 'Failed', 'Pending']
    expect(labels.map((label) => toneOf(screen.getByText(label)))).toEqual(['green', 'red', 'orange'])
  })

  it('MTX-06 requests a page of this merchant’s transactions and shows their total', async () => {
    const { requests } = openTransactions()
    expect(await screen.findByText('Showing 1 to 3 of 3')).toBeTruthy()
    expect(requests).toEqual(['page=1&size=100&merchantId=m1'])
  })

  it('MTX-02 searches by reference number', async () => {
    const { requests, user } = openTransactions()
    await listShown()
    await user.type(screen.getByRole('searchbox', { name: 'Search by reference number' }), 'KB-2026')
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&merchantId=m1&reference=KB-2026'))
    expect(addressQuery()['search']).toBe('KB-2026')
  })

  it('does not apply the remembered search of another merchant', async () => {
    localStorage.setItem('kobo.list.merchant-transactions.m2.search', 'KB-1999')
    const { requests, user } = openTransactions()
    await listShown()
    expect(requests).toEqual(['page=1&size=100&merchantId=m1'])
    await user.type(screen.getByRole('searchbox', { name: 'Search by reference number' }), 'KB-2026')
    await waitFor(() => expect(localStorage.getItem('kobo.list.merchant-transactions.m1.search')).toBe('KB-2026'))
  })

  it('MTX-03 offers Generate Statement and Filter by', async () => {
    openTransactions()
    await listShown()
    expect(await screen.findByRole('button', { name: 'Generate Statement' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Filter by' })).toBeTruthy()
  })

  it('FILTER-13 FILTER-06 filters by type and days without changing the URL', async () => {
    const { requests, user } = openTransactions()
    await listShown()
    await user.click(screen.getByRole('button', { name: 'Filter by' }))
    const filter = await dialog()
    const type = await filter.findByLabelText('Type', { selector: 'input' })
    await user.click(type)
    expect(optionsOf(type).map((option) => option.getAttribute('value'))).toEqual(['DEBIT', 'CREDIT'])
    await user.click(screen.getByRole('option', { name: 'Debit', hidden: true }))
    const start = await filter.findByLabelText('Start date')
    fireEvent.change(start, { target: { value: '01/11/2024' } })
    fireEvent.blur(start)
    await user.click(filter.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&merchantId=m1&type=DEBIT&startDate=2024-11-01'))
    expect(addressQuery()).toEqual({})
    expect(screen.getByText('Type: Debit')).toBeTruthy()
  })

  it('EXPORT-05 exports by lower-case status and type, ignoring the case of the rows', async () => {
    const { user } = openTransactions({ rows: [credit, debit, { ...unknown, status: 'pending' }] })
    await listShown()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const exporting = await dialog()
    const choose = async (field: string, option: string) => {
      const input = await exporting.findByLabelText(field, { selector: 'input' })
      await user.click(input)
      const offered = optionsOf(input)
      await user.click(offered.find((shown) => shown.textContent === option) ?? input)
      return offered.map((shown) => [shown.getAttribute('value'), shown.textContent])
    }
    const written = (...options: string[]) => options.map((option) => [option, option])
    expect(await choose('Status', 'pending')).toEqual(written('success', 'pending', 'failed'))
    expect(exporting.getByText('1 of the 3 rows on this page')).toBeTruthy()
    await choose('Status', 'failed')
    expect(await choose('Type', 'debit')).toEqual(written('credit', 'debit'))
    expect(exporting.getByText('1 of the 3 rows on this page')).toBeTruthy()
    await choose('Type', 'credit')
    expect(exporting.getByText('0 of the 3 rows on this page')).toBeTruthy()
  })

  it("MTX-04 shows the merchant's balance, transaction value and volume", async () => {
    const requests: string[] = []
    openTransactions({
      handlers: [
        answer(contract.transactions.analytics, (call) => {
          requests.push(String(call.query))
          return { totalBalance: 4_812_309.5, totalTransactionValue: 90_120_400, totalTransactionVolume: 18_204 }
        }),
      ],
    })
    await waitFor(() => expect(figure('Total balance')).toBe('₦4,812,309.50'))
    expect(figure('Total transaction value')).toBe('₦90,120,400.00')
    expect(figure('Total transaction volume')).toBe('18,204')
    expect(requests).toEqual(['merchantId=m1'])
  })

  it('keeps the list when the totals and the daily history cannot be fetched', async () => {
    openTransactions({
      handlers: [
        refuse(contract.transactions.analytics, 500, { message: 'Broken' }),
        refuse(contract.transactions.series, 404, { message: 'There is no such call' }),
      ],
    })
    await listShown()
    expect(await screen.findByText('Daily history is not available')).toBeTruthy()
    expect(figure('Total balance')).toBe('_')
    expect(screen.queryByText('There is no such call')).toBeNull()
  })

  it('MTX-07 ERR-10 shows the empty state', async () => {
    openTransactions({ rows: [] })
    expect(await screen.findByText('Transaction Record not Found')).toBeTruthy()
  })

  it('MTX-05 opens a row in a dialog through the search params', async () => {
    const requests: string[] = []
    const { user } = openTransactions({
      handlers: [
        answer(contract.transactions.info, (call) => {
          requests.push(String(call.query))
          return { transaction: debit }
        }),
      ],
    })
    await listShown()
    await user.click(screen.getByText('Ngozi Eze'))
    const opened = await dialog()
    await waitFor(() => expect(requests).toEqual(['transactionId=t2']))
    expect(await opened.findByText('₦1,200.00')).toBeTruthy()
    expect(addressQuery()['transactionId']).toBe('t2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(addressQuery()).not.toHaveProperty('transactionId')
    expect(window.location.pathname).toBe('/merchants/m1')
  })
})

describe('Daily history', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      day: `2026-11-${String(20 - (count - 1 - index)).padStart(2, '0')}`,
      value: 1_000.25 * (index + 1),
      volume: index + 1,
    }))

  function openHistory(series = days(3)) {
    const requests: string[] = []
    const handler = answer(contract.transactions.series, (call) => {
      requests.push(String(call.query))
      return { series }
    })
    return { historyRequests: requests, ...openTransactions({ handlers: [handler] }) }
  }

  it("shows the chart's numbers as a table, newest day first", async () => {
    const { user, historyRequests } = openHistory()
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    const table = await screen.findByRole('table', { name: 'Successful transactions per day' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Day', 'Value', 'Volume'],
      ['20-11-2026', '₦3,000.75', '3'],
      ['19-11-2026', '₦2,000.50', '2'],
      ['18-11-2026', '₦1,000.25', '1'],
    ])
    expect(historyRequests).toEqual(['merchantId=m1&scope=MERCHANT&days=30'])
  })

  it('shows 7, 30 or 90 days', async () => {
    const { user, historyRequests } = openHistory()
    await user.click(await screen.findByRole('radio', { name: '90 days' }))
    await waitFor(() => expect(historyRequests.at(-1)).toBe('merchantId=m1&scope=MERCHANT&days=90'))
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    await waitFor(() => expect(historyRequests.at(-1)).toBe('merchantId=m1&scope=MERCHANT&days=7'))
  })

  it('draws bars and a line with a legend', async () => {
    const { user } = openHistory()
    const panel = await screen.findByRole('region', { name: 'Successful transactions per day' })
    await waitFor(() => expect(panel.querySelectorAll('rect[data-figure="bars"]')).toHaveLength(3))
    expect(panel.querySelectorAll('circle[data-figure="line"]')).toHaveLength(3)
    expect(within(panel).getByText('Value (₦)')).toBeTruthy()
    expect(within(panel).getByText('Volume (transactions)')).toBeTruthy()
    // Each axis has ticks of its own, in whole steps.
    for (const tick of ['₦3K', '3']) expect(within(panel).getByText(tick)).toBeTruthy()
    const slider = within(panel).getByRole('slider', { name: 'Day' })
    slider.focus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(slider.getAttribute('aria-valuetext')).toBe('19-11-2026: Value ₦2,000.50, Volume 2')
    expect(within(panel).getByText('₦2,000.50')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(within(panel).queryByText('₦2,000.50')).toBeNull()
  })

  it('can be read again after a failure', async () => {
    const { user } = openTransactions({ handlers: [refuse(contract.transactions.series, 500, { message: 'Down' })] })
    const refetch = await screen.findByRole('button', { name: 'Refetch Details' })
    expect(refetch.closest('section')?.textContent).toMatch(/^Successful transactions per day/)
    apiServer.use(answer(contract.transactions.series, () => ({ series: days(3) })))
    await user.click(refetch)
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    expect(await screen.findByRole('table', { name: 'Successful transactions per day' })).toBeTruthy()
  })

  it('shows the empty state when no transaction succeeded in the period', async () => {
    openHistory(days(3).map(({ day }) => ({ day, value: 0, volume: 0 })))
    expect(await screen.findByText('No successful transactions in this period')).toBeTruthy()
  })
})
