import { contract } from '@kobo/contract'
import type { BulkItem } from '@kobo/contract/payouts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { aBatch, aBatchItem, batchServer } from '../../../testing/a-batch.ts'
import { payoutServer } from '../../../testing/a-payout.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { optionsOf } from '../../../testing/list-dialogs.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import { listShown as shown } from '../../../testing/on-screen.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const address = paths.bulkPayout('BLK/NOV-46')

function open({ at = address, status = 'COMPLETED', first = [] as HttpHandler[] } = {}) {
  const { world, handlers } = batchServer({ status })
  return { world, ...renderConsole(at, [...first, ...handlers, ...payoutServer().handlers]) }
}

const finished = () => screen.findByText(/valid items finished$/)
const figures = () => within(screen.getByRole('region', { name: 'Progress' })).getAllByRole('button')
const queryOf = (query: string | undefined) => Object.fromEntries(new URLSearchParams(query))

it('PAYOUT-BULK-09 lists the items of the batch', async () => {
  const { world } = open()
  await shown()
  expect(queryOf(world.asked[0]?.query)).toEqual({ page: '1', size: '100', batchReference: 'BLK/NOV-46' })
  expect(world.asked).toHaveLength(1)
  const table = screen.getByRole('table', { name: 'Items' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Line', 'Account name', 'Account number', 'Bank name', 'Amount', 'Status', 'Reason or warning'],
    ['1', 'Ngozi Eze', '012345678', 'Access Bank', '₦15,000.00', 'Not processed', 'The account number has 9 digits'],
    // A server may omit the line number.
    [
      'BLK/NOV-46-2',
      'Tunde Bakare',
      '012345678',
      'Access Bank',
      '₦15,000.00',
      'Success',
      'The check digit does not fit',
    ],
  ])
})

it('PAYOUT-BULK-10 shows the batch, its merchant, its status and the numbers of its items', async () => {
  const { user } = open({ status: 'PROCESSING' })
  expect((await finished()).textContent).toBe('398 of 1,497 valid items finished')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('BLK/NOV-46')
  expect(screen.getByRole('link', { name: 'Danfo Express Logistics' }).getAttribute('href')).toBe(
    '/merchants/merchant-1',
  )
  expect(screen.getByText('Processing')).toBeTruthy()
  expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeCloseTo((100 * 398) / 1_497)
  expect(figures().map((figure) => [...figure.children].map((part) => part.textContent))).toEqual([
    ['All items', '1,500', '₦2,250,000.50'],
    ['Not processed', '3all invalid', '₦4,500.00'],
    ['New', '900', '₦1,350,000.00'],
    ['Pending', '199', '₦298,500.00'],
    ['Success', '389', '₦583,500.50'],
    ['Failed', '9', '₦13,500.00'],
  ])
  await user.click(screen.getByRole('button', { name: 'Copy batch reference' }))
  expect(await screen.findByText('Batch reference copied successfully')).toBeTruthy()
})

it('filters the items by a clicked count and clears the filter on the second click', async () => {
  const { user, world } = open()
  await shown()
  const failed = screen.getByRole('button', { name: /^Failed/ })
  await user.click(failed)
  await expect.poll(() => queryOf(world.asked.at(-1)?.query).status).toBe('FAILED')
  expect(failed.getAttribute('aria-pressed')).toBe('true')
  expect(queryOf(window.location.search)).toEqual({})
  await user.click(failed)
  const allItems = screen.getByRole('button', { name: /^All items/ })
  await expect.poll(() => allItems.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Remove Status: Failed' })).toBeNull()
})

it('shows how many unprocessed items are invalid while others are unchecked', async () => {
  const { world } = open({ status: 'UPLOADED' })
  world.totals = { NOT_PROCESSED: 1_500 }
  expect(await screen.findByText('3 invalid')).toBeTruthy()
  expect(screen.queryByText('Invalid')).toBeNull()
})

it('downloads failed and invalid items as one file in line order', async () => {
  const saved = savedFiles()
  const rows: Record<string, BulkItem[]> = {
    FAILED: [aBatchItem({ id: 'item-7', line: 7, accountNumber: '0123456785', status: 'FAILED', reason: 'Unknown' })],
    NOT_PROCESSED: [aBatchItem({ amount: null }), aBatchItem({ id: 'item-9', line: 9, reason: null })],
  }
  const { user } = open({
    first: [
      answer(contract.payouts.bulkItems, ({ query }) => {
        const records = rows[query.get('status') ?? ''] ?? []
        return { totalRecords: records.length, records, batch: aBatch(), totals: { FAILED: 1, NOT_PROCESSED: 4 } }
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Download problems' }))
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toMatch(/^problems-for-the-merchant-live-blk-nov-46-2\d{3}-\d\d-\d\d\.csv$/)
  const lines = (await saved[0]?.file.text())?.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines?.[0]).toBe('Line,Account name,Account number,Bank name,Amount,Reason')
  expect(lines?.slice(1)).toEqual([
    '1,Ngozi Eze,012345678,Access Bank,_,The account number has 9 digits',
    '7,Ngozi Eze,0123456785,Access Bank,15000.00,Unknown',
  ])
})

it('offers no problem file when there are no problems', async () => {
  const { world } = open()
  world.batch = { ...world.batch, totalInvalidRecords: 0 }
  world.totals = { SUCCESS: 1_500 }
  await shown()
  expect(screen.queryByRole('button', { name: 'Download problems' })).toBeNull()
})

it.each(['UPLOADING', 'UPLOADED', 'PROCESSING'])(
  'polls a batch that is %s without extending the session and stops when it completes',
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { world } = open({ status })
    await shown()
    world.totals = { ...world.totals, NEW: 0, PENDING: 0, SUCCESS: 1_488 }
    world.items = world.items.map((item) => ({ ...item, status: 'FAILED' }))
    world.batch = { ...world.batch, status: 'COMPLETED' }
    await act(() => vi.advanceTimersByTimeAsync(2_100))
    await screen.findByText('1,497 of 1,497 valid items finished')
    expect(screen.getByText('Completed')).toBeTruthy()
    // The rows update together with the counts.
    expect(within(screen.getByRole('table')).getAllByText('Failed')).toHaveLength(2)
    expect(world.asked.map(({ background }) => background)).toEqual([false, ...world.asked.slice(1).map(() => true)])
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    // Expects one more poll after the end; a request outlasts the test's clock. Excludes requests of size 1, which only check for
    // new rows.
    const watched = () => world.asked.filter(({ query }) => queryOf(query).size !== '1')
    await waitFor(() => expect(watched().length).toBeGreaterThanOrEqual(3))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    // Allows a second poll if the first response was late; continued polling would make about sixty requests.
    expect(watched().length).toBeLessThanOrEqual(4)
  },
)

it('does not poll a completed batch', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { world } = open()
  await shown()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(world.asked).toHaveLength(1)
})

it('FILTER-06 FILTER-32 filters by status without changing the URL', async () => {
  const { user, world } = open()
  await shown()
  await user.click(screen.getByRole('button', { name: 'Filter by' }))
  const input = await screen.findByLabelText('Status', { selector: 'input' })
  await user.click(input)
  expect(
    optionsOf(input)
      .map((option) => option.getAttribute('value'))
      .join(' | '),
  ).toBe('NOT_PROCESSED | PENDING | SUCCESS | NEW | FAILED')
  await user.click(screen.getByRole('option', { name: 'Failed', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
  await waitFor(() => expect(queryOf(world.asked.at(-1)?.query).status).toBe('FAILED'))
  expect(queryOf(window.location.search)).toEqual({})
})

it('PAYOUT-BULK-09 searches items by reference', async () => {
  const { user, world } = open()
  await shown()
  await user.type(screen.getByRole('searchbox', { name: 'Search by item reference' }), 'BLK/NOV-46-2')
  await waitFor(() => expect(queryOf(world.asked.at(-1)?.query).reference).toBe('BLK/NOV-46-2'))
  expect(queryOf(world.asked.at(-1)?.query).batchReference).toBe('BLK/NOV-46')
})

it('opens the transaction of a sent item', async () => {
  const { user } = open()
  await shown()
  await user.click(screen.getByText('Tunde Bakare'))
  await waitFor(() => expect(window.location.pathname).toBe('/payout/txn_1/transaction-payout'))
})

it('opens an unsent item beside the list with its reason', async () => {
  const { user } = open()
  await shown()
  await user.click(screen.getByText('Ngozi Eze'))
  const panel = await screen.findByRole('dialog', { name: 'Batch item' })
  expect(within(panel).getByText('The account number has 9 digits')).toBeTruthy()
  expect(queryOf(window.location.search)).toEqual({ itemId: 'item-1' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('reports an item that is not on the page', async () => {
  open({ at: paths.bulkPayout('BLK/NOV-46', { itemId: 'item-9' }) })
  const panel = await screen.findByRole('dialog', { name: 'Batch item' })
  expect(await within(panel).findByText('This item is not on this page')).toBeTruthy()
})

it('reports a batch that does not exist and links back', async () => {
  const { user } = open({
    first: [
      refuse(contract.payouts.bulkItems, 404, { message: 'No', code: 'not_found' }),
      answer(contract.payouts.bulk, () => ({ totalRecords: 0, records: [] })),
    ],
  })
  await screen.findByText('This batch does not exist in Live mode')
  await user.click(screen.getByRole('button', { name: 'Back to bulk payouts' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/payout?status=bulk'))
})

it('ERR-04 shows an error when the items could not be fetched', async () => {
  open({ first: [refuse(contract.payouts.bulkItems, 500, { message: 'Broken' })] })
  expect(await screen.findByText('Error Fetching List')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refetct List' })).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('reads the batch from the list of batches when the items response omits it', async () => {
  open({
    first: [
      answer(contract.payouts.bulkItems, () => ({ totalRecords: 0, records: [] })),
      answer(contract.payouts.bulk, () => ({ totalRecords: 1, records: [aBatch({ status: 'UPLOADED' })] })),
    ],
  })
  expect(await screen.findByText('Uploaded')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})
