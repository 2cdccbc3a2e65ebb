import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { apiServer } from '../testing/api-server.ts'
import { List } from './list.tsx'
import { renderScreen } from '../testing/render-screen.tsx'
import { returnToWindow } from '../testing/return-to-window.ts'
import { letterList, letters, someLetters } from '../testing/specimen-list.tsx'

/** Renders a list of 250 letters and records its requests. */
function renderLetters(address = '/here', total = 250) {
  const requests: string[] = []
  const server = answer(letters, ({ query }) => {
    requests.push(String(query))
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
    const from = (page - 1) * size
    return { totalRecords: total, letters: someLetters(Math.max(0, Math.min(size, total - from)), from + 1) }
  })
  return { requests, ...renderScreen(<List of={letterList} />, address, [server]) }
}

const rowNamed = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name},`) })
const searchBox = () => screen.findByRole('searchbox', { name: 'Search by reference' })

describe('requests', () => {
  it('LIST-11 LIST-13 LIST-18 requests page 1 of 100 rows first, and nothing else', async () => {
    const { requests } = renderLetters()
    await rowNamed('Addressee 100')
    expect(requests).toEqual(['page=1&size=100'])
  })

  it('LIST-12 requests what a shared URL names', async () => {
    const { requests } = renderLetters('/here?page=2&perPage=20&itemOffset=20&search=KBO&filterStatus=LOST')
    await rowNamed('Addressee 21')
    expect(requests).toEqual(['page=2&size=20&reference=KBO&state=LOST'])
    expect((await searchBox()).getAttribute('value')).toBe('KBO')
  })

  it('ignores a late response to an older request', async () => {
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = answer(letters, async ({ query }) => {
      const page = Number(query.get('page'))
      if (page === 2) await late
      return { totalRecords: 40, letters: someLetters(10, page * 10) }
    })
    const { user } = renderScreen(<List of={letterList} />, '/here?perPage=10', [server])
    await rowNamed('Addressee 10')
    await user.click(screen.getByRole('link', { name: '2' }))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    expect(screen.getByRole('link', { name: /^Addressee 10,/ })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: '3' }))
    await rowNamed('Addressee 30')
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByRole('link', { name: /^Addressee 20,/ })).toBeNull()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false')
  })
})

describe('search', () => {
  it('LIST-14 CONST-04 LIST-16 LIST-17 searches 500 ms after the last key, on page 1, and updates the URL', async () => {
    const { requests, query } = renderLetters('/here?page=2&perPage=100&itemOffset=100')
    await rowNamed('Addressee 101')
    const box = await searchBox()
    vi.useFakeTimers()
    fireEvent.change(box, { target: { value: 'KB' } })
    await act(() => vi.advanceTimersByTimeAsync(400))
    fireEvent.change(box, { target: { value: 'KBO ' } })
    await act(() => vi.advanceTimersByTimeAsync(499))
    expect(query().get('search')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(Object.fromEntries(query())).toEqual({ page: '1', perPage: '100', itemOffset: '0', search: 'KBO' })
    vi.useRealTimers()
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&reference=KBO'))
    expect(requests).toHaveLength(2)
  })

  it('LIST-15 restores the remembered search on a fresh visit, before the first request', async () => {
    localStorage.setItem('kobo.list.letters.search', 'KBO')
    localStorage.setItem('kobo.list.others.search', 'other')
    const { requests, query } = renderLetters()
    await rowNamed('Addressee 1')
    expect(requests).toEqual(['page=1&size=100&reference=KBO'])
    expect(query().get('search')).toBe('KBO')
  })

  it('LIST-16 prefers the URL’s search over the remembered one', async () => {
    localStorage.setItem('kobo.list.letters.search', 'KBO')
    const { requests } = renderLetters('/here?search=other')
    await rowNamed('Addressee 1')
    expect(requests).toEqual(['page=1&size=100&reference=other'])
  })

  it.each(['filterStatus=gone', 'page=2', 'letterId=l7'])(
    'LIST-15 does not restore the remembered search when a link names its target: %s',
    async (params) => {
      localStorage.setItem('kobo.list.letters.search', 'KBO')
      const { requests, query } = renderLetters(`/here?${params}`)
      await rowNamed(params === 'page=2' ? 'Addressee 101' : 'Addressee 1')
      expect(requests.join()).not.toContain('KBO')
      expect(query().get('search')).toBeNull()
    },
  )

  it('LIST-15 restores the remembered search when a link names only the tab', async () => {
    localStorage.setItem('kobo.list.letters.search', 'KBO')
    const { requests } = renderLetters('/here?status=letters')
    await rowNamed('Addressee 1')
    expect(requests).toEqual(['page=1&size=100&reference=KBO'])
  })

  it('FIND-35 clears the search immediately with a button, including the remembered one', async () => {
    const { user, requests, query } = renderLetters('/here?search=KBO')
    await rowNamed('Addressee 1')
    const box = await searchBox()
    await user.type(box, 'X')
    await waitFor(() => expect(localStorage.getItem('kobo.list.letters.search')).toBe('KBOX'))
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    vi.useRealTimers()
    expect(query().get('search')).toBeNull()
    expect(localStorage.getItem('kobo.list.letters.search')).toBeNull()
    expect([box.getAttribute('value'), document.activeElement]).toEqual(['', box])
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100'))
  })

  it('LIST-15 clears the remembered search when the box is emptied', async () => {
    const { user, query } = renderLetters('/here?search=KBO')
    await rowNamed('Addressee 1')
    await user.type(await searchBox(), 'X')
    await waitFor(() => expect(localStorage.getItem('kobo.list.letters.search')).toBe('KBOX'))
    await user.clear(await searchBox())
    await waitFor(() => expect(query().get('search')).toBeNull())
    expect(localStorage.getItem('kobo.list.letters.search')).toBeNull()
  })

  it('undoes a search on Back without restoring it', async () => {
    const { user, history, query, router } = renderLetters()
    await rowNamed('Addressee 1')
    await user.type(await searchBox(), 'KBO')
    await waitFor(() => expect(query().get('search')).toBe('KBO'))
    await act(() => router.navigate({ href: '/elsewhere' }))
    await screen.findByText('Elsewhere')
    act(() => history.go(-2))
    await rowNamed('Addressee 1')
    expect(query().get('search')).toBeNull()
    expect((await searchBox()).getAttribute('value')).toBe('')
  })

  it('drops a search that is not submitted yet when the address clears the search', async () => {
    const { user, history, query } = renderLetters('/here?search=KBO')
    await rowNamed('Addressee 1')
    const box = await searchBox()
    await user.type(box, 'X')
    act(() => history.push('/here?perPage=10'))
    await waitFor(() => expect(box.getAttribute('value')).toBe(''))
    await act(() => new Promise((resolve) => setTimeout(resolve, 700)))
    expect(query().get('search')).toBeNull()
  })

  it('focuses the search box on /', async () => {
    const { user } = renderLetters()
    await rowNamed('Addressee 1')
    await user.keyboard('/')
    expect(document.activeElement).toBe(await searchBox())
    expect((await searchBox()).getAttribute('value')).toBe('')
  })
})

describe('pagination', () => {
  it('LIST-08 LIST-09 shows three page links, Prev, Next and the range of all rows', async () => {
    const { user, query, requests } = renderLetters('/here?perPage=50')
    await rowNamed('Addressee 1')
    const bar = within(screen.getByRole('navigation', { name: 'Pages' }))
    const links = () => bar.getAllByRole('link').map((link) => link.textContent)
    expect(links()).toEqual(['1', '2', '3'])
    // The status role announces a new range.
    expect(bar.getByRole('status').textContent).toBe('Showing 1 to 50 of 250')
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true)

    await user.click(bar.getByRole('button', { name: 'Next' }))
    await user.click(bar.getByRole('button', { name: 'Next' }))
    await rowNamed('Addressee 101')
    expect(links()).toEqual(['2', '3', '4'])
    expect(Object.fromEntries(query())).toEqual({ page: '3', perPage: '50', itemOffset: '100' })

    await user.click(bar.getByRole('button', { name: 'Last page' }))
    await rowNamed('Addressee 250')
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    await user.click(bar.getByRole('button', { name: 'Prev' }))
    await rowNamed('Addressee 200')
    expect(requests.at(-1)).toBe('page=4&size=50')
  })

  it('LIST-10 LIST-20 CONST-02 offers seven page sizes, and returns to page 1 when the size changes', async () => {
    const { user, query, requests } = renderLetters('/here?page=3&perPage=50&itemOffset=100')
    await rowNamed('Addressee 101')
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([10, 20, 50, 100, 200, 500, 1000].map((size) => `${size} per page`))
    await user.selectOptions(sizes, '20 per page')
    await rowNamed('Addressee 1')
    expect(Object.fromEntries(query())).toEqual({ page: '1', perPage: '20', itemOffset: '0' })
    expect(requests.at(-1)).toBe('page=1&size=20')
  })

  it('LIST-09 shows an empty page and a link to page 1 beyond the last page', async () => {
    const { user } = renderLetters('/here?page=9')
    expect(await screen.findByText('No Letter Found')).toBeTruthy()
    expect(screen.getByText('Showing 0 to 0 of 250')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go to page 1' }))
    await rowNamed('Addressee 1')
  })

  it('returns to the previous page on Back', async () => {
    const { user, history, query } = renderLetters()
    await rowNamed('Addressee 1')
    await user.click(screen.getByRole('link', { name: '2' }))
    await rowNamed('Addressee 101')
    act(() => history.back())
    await rowNamed('Addressee 1')
    expect(query().get('page')).toBeNull()
  })
})

describe('rows', () => {
  it('opens a row on click, and returns the focus to it on Back', async () => {
    const { user, history } = renderLetters('/here?perPage=10')
    const row = (await rowNamed('Addressee 4')).closest('tr')
    await user.click(within(row ?? document.body).getByText('LOST'))
    await screen.findByText('Elsewhere')
    expect(history.location.pathname).toBe('/letters/l4')
    act(() => history.back())
    const link = await rowNamed('Addressee 4')
    await waitFor(() => expect(document.activeElement).toBe(link))
  })

  it('moves between rows with arrows, Home and End, and opens one with Enter', async () => {
    const { user, history } = renderLetters('/here?perPage=10')
    const first = await rowNamed('Addressee 1')
    first.focus()
    const focused = () => document.activeElement?.textContent
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Addressee 3')
    await user.keyboard('{End}')
    expect(focused()).toBe('Addressee 10')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Addressee 10')
    await user.keyboard('{Home}{ArrowUp}')
    expect(focused()).toBe('Addressee 1')
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByText('Elsewhere')
    expect(history.location.pathname).toBe('/letters/l2')
  })

  it('makes one row a tab stop, and each row a link that opens in a new tab', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { history } = renderLetters('/here?perPage=10')
    const link = await rowNamed('Addressee 2')
    expect(link.getAttribute('href')).toBe('/letters/l2')
    expect(screen.getAllByRole('link', { name: /^Addressee/ }).filter((row) => row.tabIndex === 0)).toHaveLength(1)
    fireEvent.click(screen.getAllByText('LOST')[0] ?? document.body, { ctrlKey: true, detail: 1 })
    expect(open).toHaveBeenCalledWith('/letters/l2', '_blank', 'noopener')
    expect(history.location.pathname).toBe('/here')
  })

  it('does not open a row while its text is being selected', async () => {
    const { user, history } = renderLetters('/here?perPage=10')
    const link = await rowNamed('Addressee 2')
    const cell = within(link.closest('tr') ?? document.body).getByText('LOST')
    await user.pointer([{ keys: '[MouseLeft>]', target: cell, offset: 0 }, { offset: 3 }, { keys: '[/MouseLeft]' }])
    expect(String(getSelection())).toBe('LOS')
    expect(history.location.pathname).toBe('/here')
  })

  it('opens a row by a click during which the pointer moves by one character', async () => {
    const { user, history } = renderLetters('/here?perPage=10')
    const link = await rowNamed('Addressee 2')
    const cell = within(link.closest('tr') ?? document.body).getByText('LOST')
    await user.pointer([{ keys: '[MouseLeft>]', target: cell, offset: 0 }, { offset: 1 }, { keys: '[/MouseLeft]' }])
    await screen.findByText('Elsewhere')
    expect(history.location.pathname).toBe('/letters/l2')
  })

  it('adds one history entry for a double click on a row', async () => {
    const { history } = renderLetters('/here?perPage=10')
    const link = await rowNamed('Addressee 2')
    for (const detail of [1, 2]) fireEvent.click(link, { detail })
    await screen.findByText('Elsewhere')
    act(() => history.back())
    expect(await rowNamed('Addressee 2')).toBeTruthy()
  })

  it('renders only visible rows above 100, and announces the total row count', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    const { user } = renderLetters('/here?perPage=1000', 1000)
    const first = await rowNamed('Addressee 1')
    const table = screen.getByRole('table')
    expect(table.getAttribute('aria-rowcount')).toBe('1001')
    expect(first.closest('tr')?.getAttribute('aria-rowindex')).toBe('2')
    expect(table.querySelectorAll('*').length).toBeLessThan(250)
    expect(screen.queryByRole('link', { name: /^Addressee 500,/ })).toBeNull()
    first.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Addressee 2')
    vi.restoreAllMocks()
  })
})

describe('view', () => {
  it('opens and closes the column panel by its button and by keyboard', async () => {
    const { user } = renderLetters('/here?perPage=10')
    await rowNamed('Addressee 1')
    const button = screen.getByRole('button', { name: 'Columns' })
    await user.click(button)
    await screen.findByRole('dialog', { name: 'Columns' })
    await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Enter}')
    const box = await screen.findByRole('checkbox', { name: 'To' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it('remembers columns and density', async () => {
    const { user, unmount } = renderLetters('/here?perPage=10')
    await rowNamed('Addressee 1')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'To' }))
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['State'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'State' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Compact rows' }))
    unmount()

    renderLetters('/here?perPage=10')
    await screen.findAllByText('SENT')
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['State'])
    expect(screen.getByRole('button', { name: 'Compact rows' }).getAttribute('aria-pressed')).toBe('true')
  })
})

it('keeps the rows and shows a notice when a refetch fails', async () => {
  const { router } = renderLetters('/here?perPage=10')
  await rowNamed('Addressee 1')
  apiServer.use(refuse(letters, 503, { message: 'Away' }))
  returnToWindow()
  expect(await screen.findByText(/^Not up to date since \d\d/)).toBeTruthy()
  expect(await rowNamed('Addressee 1')).toBeTruthy()
  expect(router.latestLocation.pathname).toBe('/here')
})
