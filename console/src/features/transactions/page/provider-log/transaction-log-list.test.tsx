import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { payoutLogs, payoutServer } from '../../../../testing/a-payout.ts'
import { refuse } from '../../../../testing/answer.ts'
import { apiServer } from '../../../../testing/api-server.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { TransactionLog } from './transaction-log-list.tsx'

const { logs: logsCall } = contract.transactions

function open(address = '/here', first: HttpHandler[] = [], logs = payoutLogs) {
  const { world, handlers } = payoutServer()
  world.logs = logs
  return { world, ...renderScreen(<TransactionLog transactionId="txn_1" />, address, [...first, ...handlers]) }
}

const panel = () => screen.findByRole('dialog', { name: 'Transaction Summary' })

/** Returns the value next to a label. */
function value(container: HTMLElement, label: string): string | null | undefined {
  return within(container).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
}

describe('Transaction log', () => {
  it('TXDETAIL-02 lists the entries of this transaction by date, category and response code', async () => {
    const { world } = open()
    const table = await screen.findByRole('table', { name: 'Transaction log' })
    await within(table).findByText('Fund Success')
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Date created', 'Category', 'Response code'],
      ['20-11-2026 14:33:11', 'Transfer Webhook', '502'],
      ['20-11-2026 14:32:06', 'Fund Success', '00'],
    ])
    expect(world.asked[0]?.query.get('transactionId')).toBe('txn_1')
  })

  it('TXDETAIL-02 pages through the log and opens an entry in a panel', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      id: `log-${index + 1}`,
      createdAt: '2026-11-20T13:33:11.870Z',
      category: 'TRANSFER_WEBHOOK',
      responseCode: String(index + 1),
      response: null,
      request: null,
    }))
    const { user, world, query } = open('/here', [], many)
    expect(await screen.findByText('Showing 1 to 100 of 150')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Showing 101 to 150 of 150')).toBeDefined()
    expect(world.asked.at(-1)?.query.get('page')).toBe('2')
    await user.click(await screen.findByText('101'))
    await panel()
    expect(query().get('logId')).toBe('log-101')
  })

  it('TXDETAIL-11 leaves the category of an unknown entry blank', async () => {
    open(
      '/here',
      [],
      [
        {
          ...payoutLogs[0],
          id: 'log-9',
          createdAt: '2026-11-20T13:33:11Z',
          category: 'NEWER_STEP',
          responseCode: '7',
          response: null,
          request: null,
        },
      ],
    )
    const row = (await screen.findByText('7')).closest('tr')
    expect(row?.children[1]?.textContent).toBe('')
  })

  it('TXDETAIL-12 FILTER-60 offers six categories and sends the selected one', async () => {
    const { user, world, query } = open()
    await screen.findByText('Fund Success')
    await user.click(screen.getByRole('button', { name: 'Filter by' }))
    const dialog = await screen.findByRole('dialog', { name: 'Filter by' })
    await user.click(await within(dialog).findByRole('combobox', { name: 'Category' }))
    const options = within(await screen.findByRole('listbox', { name: 'Category' })).getAllByRole('option')
    expect(options.map((option) => option.textContent).join(' | ')).toBe(
      'Fund Success | Session Init | Collection Webhook | Transfer Webhook | Provider Charges Settlement | Fund Pending',
    )
    await user.click(screen.getByRole('option', { name: 'Transfer Webhook' }))
    await user.click(within(dialog).getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(world.asked.at(-1)?.query.get('category')).toBe('TRANSFER_WEBHOOK'))
    expect(world.asked.at(-1)?.query.get('transactionId')).toBe('txn_1')
    expect(screen.getByText('Category: Transfer Webhook')).toBeDefined()
    expect(query().has('category')).toBe(false)
  })
})

describe('Log entry panel', () => {
  it('PANEL-10 TXDETAIL-09 shows date, time, category, response code and copyable request and response data', async () => {
    const { user, query } = open()
    await user.click(await screen.findByText('Transfer Webhook'))
    const opened = await panel()
    expect(query().get('logId')).toBe('log-2')
    expect(value(opened, 'Date and time')).toBe('20 November 2026 14:33:11')
    expect(value(opened, 'Category')).toBe('Transfer Webhook')
    expect(value(opened, 'Response code')).toBe('502')
    const text = JSON.stringify(payoutLogs[0]?.request, null, 2)
    const request = within(opened).getByRole('region', { name: 'Request data' })
    expect(request.querySelector('pre')?.textContent).toBe(text)
    const response = within(opened).getByRole('region', { name: 'Response data' })
    expect(response.querySelector('pre')?.textContent).toBe('Bad gateway')
    await user.click(within(opened).getByRole('button', { name: 'Copy request data' }))
    expect(await screen.findByText('Request data copied successfully')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(text)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(query().has('logId')).toBe(false)
  })

  it('PANEL-10 shows _ when no request data exists', async () => {
    open('/here?logId=log-1')
    const opened = await panel()
    const request = await within(opened).findByRole('region', { name: 'Request data' })
    expect(request.querySelector('pre')?.textContent).toBe('_')
    expect(within(opened).queryByRole('button', { name: 'Copy request data' })).toBeNull()
  })

  it('finds the entry in the search params on any page of the log', async () => {
    const { world } = open('/here?page=7&logId=log-1')
    const opened = await panel()
    expect(await within(opened).findByText('Fund Success')).toBeDefined()
    expect(world.asked.map(({ query }) => query.get('page'))).toEqual(['7', '1'])
  })

  it('reports a log entry that does not exist', async () => {
    const { user } = open('/here?logId=log-99')
    const opened = await panel()
    expect(await within(opened).findByText('This log entry does not exist')).toBeDefined()
    await user.click(within(opened).getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('TXDETAIL-17 shows an error and retries on demand when the entry could not be fetched', async () => {
    const { user } = open('/here?logId=log-1', [refuse(logsCall, 500, { message: 'The database is away' })])
    const opened = await panel()
    await within(opened).findByText('Error Fetching Details')
    apiServer.use(...payoutServer().handlers)
    await user.click(within(opened).getByRole('button', { name: 'Refetch Details' }))
    expect(await within(opened).findByText('Fund Success')).toBeDefined()
  })
})
