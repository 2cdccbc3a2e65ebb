import { lagosDay } from '@kobo/contract/kit/day'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askedOfServer } from '../testing/api-server.ts'
import { choose, openDialog } from '../testing/list-dialogs.ts'
import { answer } from '../testing/answer.ts'
import { List } from './list.tsx'
import { ListPage, listTab } from './list-page.tsx'
import { renderScreen } from '../testing/render-screen.tsx'
import { letterList, letters, someLetters } from '../testing/specimen-list.tsx'

/** Renders a list of letters and records its requests. */
function renderLetters(address = '/here', screenOf = <List of={letterList} />) {
  const requests: string[] = []
  const server = answer(letters, ({ query }) => {
    requests.push(String(query))
    return { totalRecords: 250, letters: someLetters(100) }
  })
  return { requests, ...renderScreen(screenOf, address, [server]) }
}

describe('filter dialog', () => {
  it('FILTER-01 opens a 30rem filter dialog titled Filter by, with Reset and Apply Filter', async () => {
    renderLetters()
    const dialog = await openDialog('Filter by')
    expect(dialog.getByText('Filter by')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Reset' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Apply Filter' })).toBeTruthy()
    expect(document.querySelector('[style*="--modal-size: 30rem"]')).toBeTruthy()
  })

  it('FILTER-02 FILTER-10 closes on Apply Filter, writes the search params and requests page 1', async () => {
    const { user, query, requests } = renderLetters('/here?page=2&perPage=100&itemOffset=100')
    await openDialog('Filter by')
    await choose(user, 'State', 'Nobody knows')
    await user.type(await screen.findByLabelText('Sender'), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(Object.fromEntries(query())).toEqual({
      page: '1',
      perPage: '100',
      itemOffset: '0',
      filterStatus: 'LOST',
      from: 'Ada',
    })
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&state=LOST&sender=Ada'))
  })

  it('FILTER-06 keeps some filters out of the search params, and restores them on Back', async () => {
    const { user, query, requests, history, router } = renderLetters()
    await openDialog('Filter by')
    await user.type(await screen.findByLabelText('Start date', { selector: 'input' }), '02/01/2026')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&startDate=2026-01-02'))
    expect(query().size).toBe(0)
    await act(() => router.navigate({ href: '/elsewhere' }))
    await screen.findByText('Elsewhere')
    act(() => history.back())
    expect(await screen.findByText('Date: from 02/01/2026')).toBeTruthy()
  })

  it('FILTER-06 FILTER-03 returns to page 1 on a filter kept outside the URL, and keeps the URL on Reset', async () => {
    const { user, query, requests } = renderLetters('/here?page=2&perPage=50&itemOffset=50')
    await openDialog('Filter by')
    await user.type(await screen.findByLabelText('Start date', { selector: 'input' }), '02/01/2026')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=50&startDate=2026-01-02'))
    const firstPage = { page: '1', perPage: '50', itemOffset: '0' }
    expect(Object.fromEntries(query())).toEqual(firstPage)
    await openDialog('Filter by')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByText('Date: from 02/01/2026')).toBeNull())
    expect(Object.fromEntries(query())).toEqual(firstPage)
  })

  it('FILTER-03 FILTER-04 CONST-07 closes on Reset, and clears the filters 300 ms later, on page 1', async () => {
    const { query, requests } = renderLetters('/here?page=2&perPage=50&itemOffset=50&filterStatus=Sent&from=Ada')
    await openDialog('Filter by')
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(299))
    expect(query().get('filterStatus')).toBe('Sent')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(Object.fromEntries(query())).toEqual({ page: '1', perPage: '50', itemOffset: '0' })
    vi.useRealTimers()
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=50'))
  })

  it('FIND-32 shows an error and sends no request when a day is invalid', async () => {
    const { user, requests } = renderLetters()
    await openDialog('Filter by')
    const start = await screen.findByLabelText('Start date', { selector: 'input' })
    await user.type(start, '2026-01-02')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    expect(await screen.findByText('Date must have the format dd/MM/yyyy')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(document.activeElement).toBe(start)
    await user.clear(start)
    await user.type(start, '02/01/2026')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&startDate=2026-01-02'))
    expect(requests).toHaveLength(2)
  })

  it('opens with the current filters, and changes nothing when closed', async () => {
    const { user, query } = renderLetters('/here?filterStatus=Sent')
    await openDialog('Filter by')
    expect(screen.getByLabelText<HTMLInputElement>('State', { selector: 'input' }).value).toBe('On its way')
    await user.type(await screen.findByLabelText('Sender'), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([...query().keys()]).toEqual(['filterStatus'])
  })

  it('shows active filters under the toolbar, each with a remove button', async () => {
    const { user, query } = renderLetters('/here?page=2&filterStatus=Sent&from=Ada')
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }))
    expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['State: On its way', 'Sender: Ada'])
    await user.click(chips.getByRole('button', { name: 'Remove State: On its way' }))
    await waitFor(() => expect(chips.getAllByRole('listitem')).toHaveLength(1))
    expect(Object.fromEntries(query())).toEqual({ page: '1', perPage: '100', itemOffset: '0', from: 'Ada' })
  })
})

describe('exports', () => {
  const saved: { name: string; file: Blob }[] = []
  beforeEach(() => {
    saved.length = 0
    let last = new Blob()
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) last = file
      return 'blob:test'
    }
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file: last })
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it('EXPORT-01 EXPORT-02 EXPORT-03 EXPORT-04 PLACEHOLDER-06 CONST-05 exports the page after 2 s without a call, then closes', async () => {
    const requestsBefore = askedOfServer()
    const { user, requests } = renderLetters()
    await screen.findByText('Showing 1 to 100 of 250')
    // The list of downloads loads a second after the rows.
    await vi.waitFor(() => expect(requestsBefore).toContain('GET /api/admin/downloads'), { timeout: 10_000 })
    const dialog = await openDialog('Export')
    expect(dialog.getByText('Export Data')).toBeTruthy()
    expect(document.querySelector('[style*="--modal-size: 30rem"]')).toBeTruthy()
    await choose(user, 'State', 'Lost')
    expect(dialog.getByText('50 of the 100 rows on this page')).toBeTruthy()

    const requestsMeanwhile = askedOfServer()
    vi.useFakeTimers({ now: new Date('2026-11-20T23:30:00Z') })
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' })
    fireEvent.click(button)
    expect([button.textContent, button.disabled]).toEqual(['Exporting...', true])
    await act(() => vi.advanceTimersByTimeAsync(1_999))
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(saved).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    vi.useRealTimers()

    expect(saved[0]?.name).toBe('letters-live-state-lost-2026-11-21.csv')
    expect((await saved[0]?.file.text())?.split('\r\n').slice(0, 3)).toEqual([
      'To,State',
      'Addressee 2,LOST',
      'Addressee 4,LOST',
    ])
    expect(requests).toEqual(['page=1&size=100'])
    expect(requestsMeanwhile).toEqual([])
    const again = await openDialog('Export')
    expect(again.getByText('100 of the 100 rows on this page')).toBeTruthy()
  })

  it('FILE-05 names an export after its list, mode, search, filters and day', async () => {
    const { csvName } = await import('./csv.ts')
    const day = lagosDay(new Date())
    const all = { mode: 'PRODUCTION', search: '', filters: {}, chosen: {} } as const
    expect(csvName(letterList, all)).toBe(`letters-live-${day}.csv`)
    const narrowed = {
      mode: 'SANDBOX',
      search: ' Adire & Co/.. ',
      filters: { state: 'LOST', startDate: '2026-01-02' },
    } as const
    expect(csvName(letterList, { ...all, ...narrowed })).toBe(
      `letters-test-adire-co-state-nobody-knows-date-from-02-01-2026-${day}.csv`,
    )
    expect(csvName(letterList, { ...all, search: 'x'.repeat(5000) }).length).toBeLessThan(200)
  })

  it('omits columns that contain only buttons from an export', async () => {
    const { csvFile } = await import('./csv.ts')
    const file = await csvFile(
      [
        { title: 'To', text: (row: { to: string }) => row.to },
        { title: 'Action', cell: () => <button type="button">Open</button> },
      ],
      [{ to: 'Ada' }],
    )
    expect((await file.text()).replace('\uFEFF', '').split('\r\n')).toEqual(['To', 'Ada', ''])
  })

  it('FILE-02 escapes cells that a spreadsheet would read as formulas, and keeps signed numbers', async () => {
    const { csvFile } = await import('./csv.ts')
    const cells = ['=1+1', '+234 803', '-5.10', '-5+2', '@me', '\tx', '\rx', 'a,"b"', 'Ọlá']
    const file = await csvFile(
      [
        { title: '=Title', text: (row: string) => row },
        { title: 'n', text: () => -5 },
      ],
      cells,
    )
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    expect((await file.text()).split('\r\n')).toEqual([
      "'=Title,n",
      "'=1+1,-5",
      '+234 803,-5',
      '-5.10,-5',
      "'-5+2,-5",
      "'@me,-5",
      "'\tx,-5",
      "'\rx,-5",
      '"a,""b""",-5',
      'Ọlá,-5',
      '',
    ])
  })
})

describe('tabs', () => {
  const page = (
    <ListPage
      title="Post"
      tabs={[
        { status: 'in', label: 'Arrived', content: <p>Nothing arrived</p> },
        listTab('out', letterList, { also: ['sent'] }),
      ]}
    />
  )
  const selected = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'))

  it.each(['/here', '/here?status=nonsense'])('LIST-01 opens the first tab for %s', async (address) => {
    renderLetters(address, page)
    expect(await screen.findByText('Nothing arrived')).toBeTruthy()
    expect(selected()).toEqual(['true', 'false'])
  })

  it('LIST-01 writes a clicked tab’s status, and accepts the tab’s alias', async () => {
    const { user, query, history } = renderLetters('/here?page=3&search=x', page)
    await user.click(await screen.findByRole('tab', { name: 'Letters' }))
    expect(await screen.findByText('Showing 1 to 100 of 250')).toBeTruthy()
    expect(Object.fromEntries(query())).toEqual({ status: 'out' })
    expect(screen.getByRole('tab', { name: 'Letters 250' })).toBeTruthy()
    act(() => history.push('/here?status=sent'))
    await waitFor(() => expect(selected()).toEqual(['false', 'true']))
  })

  const first = (
    <ListPage title="Post" tabs={[listTab('out', letterList), { status: 'in', label: 'In', content: '' }]} />
  )
  it('LIST-01 writes the tab into the search params with every other param', async () => {
    const { user, query } = renderLetters('/here', first)
    const second = await screen.findByRole('link', { name: '2' })
    expect(second.getAttribute('href')).toBe('/here?status=out&page=2&perPage=100&itemOffset=100')
    expect(query().size).toBe(0)
    await user.click(second)
    await waitFor(() => expect(query().get('status')).toBe('out'))
  })

  it('LIST-01 keeps the alias of a tab as it was written', async () => {
    const { user, query } = renderLetters('/here?status=sent', page)
    await user.click(await screen.findByRole('link', { name: '2' }))
    await waitFor(() => expect(query().get('page')).toBe('2'))
    expect(query().get('status')).toBe('sent')
  })
})
