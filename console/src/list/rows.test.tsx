import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer } from '../testing/answer.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { returnToWindow } from '../testing/return-to-window.ts'
import { reference } from '../columns/copyable-code.tsx'
import { text } from '../columns/columns.tsx'
import { MerchantLink } from '../people/merchant-link.tsx'
import { letters, postList, someLetters } from '../testing/specimen-list.tsx'
import { defineList } from './define-list.ts'
import { List } from './list.tsx'

/** Renders a list of 250 letters with every row feature. `before` is later prepended. */
function renderPost(address = '/here?perPage=10', state?: string) {
  const requests: string[] = []
  const world = { before: 0, state }
  const server = answer(letters, ({ query }) => {
    requests.push(String(query))
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
    const rows = someLetters(size, (page - 1) * size + 1 - world.before)
    return {
      totalRecords: 250 + world.before,
      letters: world.state ? rows.map((row) => ({ ...row, state: world.state ?? '' })) : rows,
    }
  })
  return { requests, world, ...renderScreen(<List of={postList} />, address, [server]) }
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') ?? document.body
describe('panel', () => {
  it('opens the panel of a row without a page, and returns the focus to the row on close', async () => {
    const { user, history, query } = renderPost()
    await user.click(await screen.findByText('Addressee 3'))
    const panel = await screen.findByRole('dialog', { name: 'Letter l3' })
    expect(within(panel).getByText('Addressee 3')).toBeTruthy()
    expect(Object.fromEntries(query())).toEqual({ perPage: '10', letterId: 'l3' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.location.search).toBe('?perPage=10')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Addressee 3,/ }))
  })

  it('keeps the panel open at the second click of a double click, which falls beside it', async () => {
    const { user } = renderPost()
    await user.click(await screen.findByText('Addressee 3'))
    await screen.findByRole('dialog', { name: 'Letter l3' })
    const overlay = document.querySelector('.mantine-Drawer-overlay') ?? document.body
    fireEvent.click(overlay, { detail: 2 })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.getByRole('dialog', { name: 'Letter l3' })).toBeTruthy()
    await user.click(overlay)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens the panel without refetching the list', async () => {
    const { user, requests } = renderPost()
    await user.click(await screen.findByText('Addressee 3'))
    await screen.findByRole('dialog')
    expect(requests).toHaveLength(1)
  })

  it('opens the panel from a second link when the row links to a page', async () => {
    const { user, history } = renderPost()
    const row = within(await rowOf('Addressee 2'))
    expect(row.getByRole('link', { name: /^Addressee 2,/ }).getAttribute('href')).toBe('/lost/l2')
    await user.click(row.getByRole('link', { name: 'Look' }))
    expect(await screen.findByRole('dialog', { name: 'Letter l2' })).toBeTruthy()
    expect(history.location.pathname).toBe('/here')
  })

  it('opens the panel from a shared URL, and removes its key on close', async () => {
    const { user, query } = renderPost('/here?perPage=10&letterId=l999')
    expect(await screen.findByRole('dialog', { name: 'Letter l999' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(Object.fromEntries(query())).toEqual({ perPage: '10' }))
  })
})

describe('row menu', () => {
  it('navigates from the row menu', async () => {
    const { user, history } = renderPost()
    await user.click(within(await rowOf('Addressee 1')).getByRole('button', { name: /^Actions for Addressee 1/ }))
    const items = await screen.findAllByRole('menuitem', { hidden: true })
    expect(items.map((item) => item.textContent)).toEqual(['Trace'])
    await user.click(items[0] ?? document.body)
    await screen.findByText('Elsewhere')
    expect(history.location.pathname).toBe('/trace/l1')
  })

  it('returns the focus to the menu button when the menu is dismissed', async () => {
    const { user } = renderPost()
    const button = within(await rowOf('Addressee 1')).getByRole('button', { name: /^Actions for/ })
    await user.click(button)
    await screen.findByRole('menuitem', { hidden: true })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem', { hidden: true })).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  it('opens a dialog from the row menu, and returns the focus when it closes', async () => {
    const { user } = renderPost()
    const button = within(await rowOf('Addressee 2')).getByRole('button', { name: /^Actions for/ })
    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Send again', hidden: true }))
    expect(await screen.findByRole('dialog', { name: 'Send l2 again' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

describe('row keyboard', () => {
  const refs = defineList(letters, 'letters', {
    name: 'references',
    title: 'References',
    columns: [
      text('To', (row) => row.to),
      reference((row) => `REF-${row.id}`),
      { title: 'Sender', cell: () => <MerchantLink merchant={{ id: 'm1', businessName: 'Adire House' }} /> },
    ],
    filters: [],
    open: (row) => `/letters/${row.id}`,
    menu: () => [{ text: 'Trace', to: '/trace' }],
  })
  const open = async () => {
    const server = answer(letters, () => ({ totalRecords: 10, letters: someLetters(10) }))
    const screenOf = renderScreen(<List of={refs} />, '/here', [server])
    const first = await screen.findByRole('link', { name: /^Addressee 1,/ })
    return { ...screenOf, first }
  }
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const rowFocused = () => document.activeElement?.closest('tr')?.getAttribute('data-index')

  it('moves through a row’s controls with arrows, with only two tab stops', async () => {
    const { user, first } = await open()
    const stops = [...document.querySelectorAll<HTMLElement>('tbody :is(a, button)')].filter(
      ({ tabIndex }) => tabIndex === 0,
    )
    // The link and the menu of one row.
    expect(stops).toHaveLength(2)
    first.focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Copy reference')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('Adire House')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toMatch(/^Actions for Addressee 1/)
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement).toBe(first)
  })

  it('moves up and down between the same controls of neighbouring rows', async () => {
    const { user, first } = await open()
    first.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect([focused(), rowFocused()]).toEqual(['Copy reference', '1'])
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(focused()).toMatch(/^Actions for Addressee 3/)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(focused()).toMatch(/^Actions for Addressee 1/)
  })

  it('copies a row’s first reference on C', async () => {
    const { user, first } = await open()
    first.focus()
    await user.keyboard('{ArrowDown}c')
    expect(await screen.findByText('Transaction reference copied successfully')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('REF-l2')
  })

  it('leaves only arrows and Enter to the rows while single-key shortcuts are off', async () => {
    localStorage.setItem('kobo.single-keys', 'false')
    const { user, first } = await open()
    first.focus()
    await user.keyboard('jc')
    expect(document.activeElement).toBe(first)
    expect(screen.queryByText(/copied successfully/)).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(rowFocused()).toBe('1')
    await user.keyboard('{ArrowUp}{Enter}')
    await screen.findByText('Elsewhere')
  })
})

it('keeps the focus on a row when new rows are inserted above it', async () => {
  const { world } = renderPost()
  const link = within(await rowOf('Addressee 2')).getByRole('link', { name: /^Addressee 2,/ })
  link.focus()
  world.before = 3
  returnToWindow()
  await screen.findByText('Addressee -1')
  expect((await rowOf('Addressee 2')).getAttribute('data-index')).toBe('4')
  expect(document.activeElement).toBe(link)
  expect(link.isConnected && link.tabIndex).toBe(0)
})

it('polls rows that may change, until they are final', async () => {
  const { requests, world } = renderPost('/here?perPage=10', 'QUEUED')
  await rowOf('Addressee 1')
  world.state = 'SENT'
  await waitFor(() => expect(requests.length).toBeGreaterThan(1), { timeout: 5_000 })
  expect((await screen.findAllByText('SENT')).length).toBe(10)
})

it('EXPORT-05 matches exported rows by the alternative spelling of a choice', () => {
  const [posted] = postList.filters
  expect(posted?.matches({ state: 'SENT' }, { state: 'posted' })).toBe(true)
  expect(posted?.matches({ state: 'POSTED' }, { state: 'posted' })).toBe(false)
  expect(posted?.matches({ state: 'LOST' }, { state: 'lost' })).toBe(true)
})

it('does not re-render unaffected rows when the focus changes', async () => {
  const render = vi.fn<(row: { to: string }) => string>((row) => row.to)
  const counted = defineList(letters, 'letters', {
    name: 'counted',
    title: 'Counted',
    columns: [{ title: 'To', cell: render, text: (row) => row.to }],
    open: (row) => `/letters/${row.id}`,
    menu: () => [],
  })
  const server = answer(letters, () => ({ totalRecords: 50, letters: someLetters(50) }))
  const { user } = renderScreen(<List of={counted} />, '/here?perPage=50', [server])
  await rowOf('Addressee 50')
  render.mockClear()
  screen.getByRole('link', { name: /^Addressee 1$/ }).focus()
  await user.keyboard('{ArrowDown}')
  expect(render.mock.calls.map(([row]) => row.to)).toEqual(['Addressee 1', 'Addressee 2'])
  render.mockClear()
  await user.click(screen.getByRole('button', { name: /^Filter/ }))
  await screen.findByRole('dialog')
  expect(render).not.toHaveBeenCalled()
})

describe('new rows notice', () => {
  async function openPost(address?: string) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    const opened = renderPost(address)
    await screen.findAllByText(/^Addressee/)
    // The notice loads once the browser has been idle for a second.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)))
    await act(() => import('./late-actions.tsx'))
    await act(async () => {})
    return opened
  }
  const aMinuteLater = () => act(() => vi.advanceTimersByTimeAsync(61_000))
  const isNew = () => screen.queryByRole('button', { name: / new$/ })

  it('counts new rows once a minute with a one-row request, and shows them on click', async () => {
    const { requests, world } = await openPost()
    expect(requests).toHaveLength(1)
    world.before = 7
    await aMinuteLater()
    await waitFor(() => expect(isNew()?.textContent).toBe('7 new'))
    expect(requests.slice(1)).toEqual(['page=1&size=1'])
    expect(screen.queryByText('Addressee -6')).toBeNull()
    act(() => isNew()?.click())
    expect(await screen.findByText('Addressee -6')).toBeTruthy()
    expect(isNew()).toBeNull()
    expect(requests.at(-1)).toBe('page=1&size=10')
    // The focus stays in place for keyboard users.
    expect(document.activeElement?.getAttribute('role')).toBe('status')
  })

  it('does not poll for new rows while the tab is hidden', async () => {
    const { requests } = await openPost()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await aMinuteLater()
    await aMinuteLater()
    expect(requests).toHaveLength(1)
    vi.restoreAllMocks()
    await aMinuteLater()
    await waitFor(() => expect(requests).toHaveLength(2))
  })

  it('does not poll for new rows beyond the first page', async () => {
    const { requests } = await openPost('/here?perPage=10&page=2')
    await aMinuteLater()
    await aMinuteLater()
    expect(requests).toHaveLength(1)
  })
})
