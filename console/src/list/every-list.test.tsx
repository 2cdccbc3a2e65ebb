import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { pageSizes } from '@kobo/contract/kit/page'
import { z } from 'zod'
import { apiServer } from '../testing/api-server.ts'
import { csvFile } from './csv.ts'
import type { List as ListOf } from './define-list.ts'
import type { ListReply, ListRow } from './list-call.ts'
import { List } from './list.tsx'
import { declarations, everyList } from '../testing/every-list.ts'
import { emptyValue } from '../ui/format-text.ts'
import { amounts, fullReply } from '../testing/full-reply.ts'
import { renderScreen } from '../testing/render-screen.tsx'

/** Renders the list with this response and returns the requests received. */
function renderWith(list: ListOf<ListReply, ListRow>, address: string, respond: () => Response | Promise<Response>) {
  const requests: string[] = []
  const server = http.get(`/api${list.call.path}`, ({ request }) => {
    requests.push(new URL(request.url).search)
    return respond()
  })
  return { requests, ...renderScreen(<List of={list} />, address, [server]) }
}

const failure = () => HttpResponse.json({ status: false, message: 'Broken', code: 'internal' }, { status: 500 })

/** Returns the call's reply without rows. */
function nothing(list: ListOf<ListReply, ListRow>) {
  const shape = list.call.reply instanceof z.ZodObject ? list.call.reply.shape : {}
  const data = Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !(field instanceof z.ZodOptional))
      .map(([key, field]) => [key, field instanceof z.ZodArray ? [] : 0]),
  )
  return () => HttpResponse.json({ status: true, message: 'Done', data })
}

it('covers every list declaration in any file, with unique names', () => {
  const escaped = declarations.filter(({ declared, lists }) => lists.length < declared).map(({ file }) => file)
  expect(escaped).toEqual([])
  expect(everyList.length).toBeGreaterThanOrEqual(declarations.reduce((sum, { declared }) => sum + declared, 0))
  expect(everyList.length).toBeGreaterThanOrEqual(57)
  expect(everyList.flatMap(({ columns }) => columns.filter(({ isAmount }) => isAmount)).length).toBeGreaterThan(70)
  const names = everyList.map((list) => list.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(Object.keys(texts)))
})

/** Returns a column's sum in kobo as a spreadsheet computes it, ignoring cells that are not numbers. */
function kobo(cells: readonly string[]): bigint {
  return cells
    .filter((cell) => /^[+-]?\d+(\.\d+)?$/.test(cell))
    .reduce((sum, cell) => sum + BigInt(Math.round(Number(cell) * 100)), 0n)
}

/** Texts of a list, spelled as the specification prescribes. */
const usualTexts = { failed: 'Error Fetching List', refetch: 'Refetct List', empty: 'No List Record Found' }
const noMerchants = 'No Merchant List Record Found'
const noTransactions = 'Transaction Record not Found'
const texts: Readonly<Record<string, Partial<typeof usualTexts>>> = {
  merchants: { failed: 'Error Fetching Merchant List', refetch: 'Refetch Merchant List', empty: noMerchants },
  'approval-requests': { refetch: 'Refetch List', empty: noMerchants },
  reviews: { refetch: 'Refetch List', empty: noMerchants },
  'merchant-upgrades': { refetch: 'Refetct Request List' },
  'merchant-transactions': { refetch: 'Refetch List', empty: noTransactions },
  'merchant-wallet-transactions': { refetch: 'Refetch List', empty: noTransactions },
  wallets: { refetch: 'Refetch List' },
  'wallet-requests': { refetch: 'Refetct Request List' },
  'wallet-transactions': { refetch: 'Refetch List' },
  'transaction-log': { refetch: 'Refetch List' },
  'my-work': { empty: 'Nothing is waiting' },
}
const textsOf = ({ name }: { name: string }) => ({ ...usualTexts, ...texts[name] })

describe.each(everyList)('$name', (list) => {
  it('LIST-03 CONST-14 shows a skeleton of 8 rows in its own columns while loading', async () => {
    renderWith(list, '/here', () => new Promise(() => {}))
    const table = await screen.findByRole('table')
    const [, body] = within(table).getAllByRole('rowgroup')
    const rows = within(body ?? table).getAllByRole('row')
    expect(rows).toHaveLength(8)
    const shown = list.columns.filter((column) => !column.onDemand && !column.addition)
    for (const row of rows) expect(within(row).getAllByRole('cell')).toHaveLength(shown.length)
    expect(table.getAttribute('aria-busy')).toBe('true')
  })

  it('LIST-04 LIST-05 shows the error, and repeats the same request on refetch', async () => {
    const { requests, user } = renderWith(list, '/here?page=2&perPage=20', failure)
    expect(await screen.findByText(textsOf(list).failed)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Filter by' })).toBeTruthy()
    apiServer.use(
      http.get(`/api${list.call.path}`, ({ request }) => {
        requests.push(new URL(request.url).search)
        return nothing(list)()
      }),
    )
    await user.click(screen.getByRole('button', { name: textsOf(list).refetch }))
    expect(await screen.findByText(textsOf(list).empty)).toBeTruthy()
    expect(requests).toHaveLength(2)
    expect(requests[0]).toMatch(/[?&]page=2&size=20/)
    expect(requests[1]).toBe(requests[0])
  })

  it('LIST-06 LIST-07 shows the empty text, and keeps cards and toolbar', async () => {
    renderWith(list, '/here', nothing(list))
    expect(await screen.findByText(textsOf(list).empty)).toBeTruthy()
    expect(screen.getByText('Showing 0 to 0 of 0')).toBeTruthy()
    for (const card of list.cards ?? []) expect(screen.getByText(card.label)).toBeTruthy()
    if (list.search) expect(screen.getByRole('searchbox', { name: list.search.label })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy()
  })

  it('LIST-02 FILTER-01 FILTER-28 FILTER-38 has its own filter dialog, titled Filter by', async () => {
    renderWith(list, '/here', nothing(list))
    fireEvent.click(await screen.findByRole('button', { name: 'Filter by' }))
    const opened = await screen.findByRole('dialog')
    const dialog = within(opened)
    // One dialog has a title of its own.
    expect(dialog.getByText(list.name === 'checkouts' ? 'Filter By Merchant' : 'Filter by')).toBeTruthy()
    const offered = list.filters.filter((filter) => !list.linked.includes(filter))
    expect(offered.length).toBeGreaterThan(0)
    // The field components load with the first dialog.
    await waitFor(() => expect(opened.querySelectorAll('label').length).toBeGreaterThanOrEqual(offered.length))
    expect(dialog.getByRole('button', { name: 'Reset' })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('exports only columns with text', () => {
    const titles = list.columns.filter((column) => column.text).map((column) => column.title)
    expect(titles.length).toBeGreaterThan(2)
    expect(titles).not.toContain('Action')
  })

  it('FILE-02 exports amounts that add up to the sums on screen, as a spreadsheet reads them', async () => {
    const reply = fullReply(list)
    renderWith(list, '/here', () => HttpResponse.json({ status: true, message: 'Done', data: reply }))
    await screen.findByText(`Showing 1 to ${amounts.length} of ${amounts.length}`)
    const table = await screen.findByRole<HTMLTableElement>('table')
    const [titles = [], ...lines] = readCsv(await (await csvFile(list.columns, list.rows(reply))).text())
    const [head, ...shown] = [...table.rows].map((row) => [...row.cells].map(({ textContent }) => textContent))
    const sums = (head ?? []).flatMap((title, place) => {
      const cells = shown.map((row) => row[place] ?? '')
      const isAmount = (cell: string) => /^-?₦[\d,]+\.\d\d$/.test(cell)
      if (!cells.some(isAmount) || !cells.every((cell) => isAmount(cell) || cell === emptyValue)) return []
      const inFile = lines.map((line) => line[titles.indexOf(title)] ?? '')
      return [{ title, shown: kobo(cells.map((cell) => cell.replaceAll(/[₦,]/g, ''))), inFile: kobo(inFile) }]
    })
    for (const { title, shown: sum, inFile } of sums) expect([title, inFile]).toEqual([title, sum])
    // Every column marked as an amount must be among the compared sums.
    const columns = list.columns.filter(({ isAmount, onDemand }) => isAmount && !onDemand).map(({ title }) => title)
    expect(sums.map(({ title }) => title)).toEqual(expect.arrayContaining(columns))
  })

  it('LIST-10 LIST-11 CONST-01 offers the seven page sizes and starts with 100', async () => {
    const { requests } = renderWith(list, '/here', nothing(list))
    const sizes = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' })
    expect([...sizes.options].map((option) => Number(option.value))).toEqual([...pageSizes])
    expect(sizes.value).toBe('100')
    await screen.findByText(textsOf(list).empty)
    expect(requests[0]).toMatch(/[?&]page=1&size=100/)
  })
})

/** Parses a CSV file into rows of cells, as a spreadsheet does. */
function readCsv(file: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of file
    .replace('\uFEFF', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.filter((line) => line.some(Boolean))
}
