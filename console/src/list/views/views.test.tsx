import { type View, views } from '@kobo/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { expect, it, vi } from 'vitest'
import { useSession } from '../../api/session.tsx'
import { hasStoredDefault } from '../../api/list-defaults.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { letterList, letters, someLetters } from '../../testing/specimen-list.tsx'
import { List } from '../list.tsx'

const ada = { id: 'staff_2', name: 'Ada Obi' }

function aView(changes: Partial<View> = {}): View {
  return {
    id: 'v1',
    name: 'Lost ones',
    scope: 'PERSONAL',
    query: { perPage: 50, search: 'KBO', filters: { state: 'LOST' } },
    days: null,
    version: 1,
    owner: ada,
    isOwn: true,
    isPinned: false,
    isPinnable: true,
    mayChange: true,
    changedAt: '2026-11-20T13:32:00.000Z',
    changedBy: ada,
    ...changes,
  }
}

/** Renders a list with these views, and records its requests and the views that were written. */
function renderLetters(
  { all = [aView()], address = '/here' }: { all?: View[]; address?: string } = {},
  ...extra: HttpHandler[]
) {
  const world = { all, asked: Array<string>(), written: Array<unknown>(), reads: Array<string>() }
  const put = (view: View) => {
    world.all = [...world.all.filter(({ id }) => id !== view.id), view]
    return { view }
  }
  const rendered = renderScreen(<SignedIn />, address, [
    ...extra,
    answer(letters, ({ query }) => {
      world.asked.push(String(query))
      return { totalRecords: 250, letters: someLetters(Number(query.get('size'))) }
    }),
    answer(views.list, ({ query }) => {
      world.reads.push(String(query))
      return { views: world.all }
    }),
    answer(views.create, ({ body }) => {
      world.written.push(body)
      return put(aView({ id: 'v9', version: 1, ...(body as Partial<View>) }))
    }),
    answer(views.change, ({ body }) => {
      world.written.push(body)
      const { viewId, ...changes } = views.change.body.parse(body)
      const before = world.all.find(({ id }) => id === viewId) ?? aView()
      return put({ ...before, ...(changes as Partial<View>), version: before.version + 1 })
    }),
    answer(views.remove, ({ query }) => {
      world.written.push(String(query))
      world.all = world.all.filter(({ id }) => id !== query.get('viewId'))
      return {}
    }),
  ])
  return { world, ...rendered }
}

/** Mounts the list when the session is known, as the console does. */
function SignedIn() {
  return useSession().state === 'signed-in' && <List of={letterList} />
}

const viewsButton = () => screen.findByRole('button', { name: 'Views' })
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name })
const button = (name: string) => screen.findByRole('button', { name })
const params = (query: () => URLSearchParams) => Object.fromEntries(query())

it('reads no view before the menu is opened, and opens it by its key', async () => {
  const { user, world } = renderLetters()
  await viewsButton()
  expect(world.reads).toEqual([])
  await user.keyboard('v')
  await item('Lost ones')
  expect(world.reads).toEqual(['place=letters'])
})

it('writes the state of a chosen view into the search params, and nothing else remembers it', async () => {
  const { user, world, query, history } = renderLetters()
  await user.click(await viewsButton())
  await user.click(await item('Lost ones'))
  await button('Lost ones')
  expect(params(query)).toEqual({
    view: 'v1',
    page: '1',
    perPage: '50',
    itemOffset: '0',
    search: 'KBO',
    filterStatus: 'LOST',
  })
  await waitFor(() => expect(world.asked.at(-1)).toBe('page=1&size=50&reference=KBO&state=LOST'))
  expect(Object.keys(localStorage).filter((key) => key.endsWith('.search'))).toEqual([])
  expect(screen.queryByText('Changed')).toBeNull()
  history.back()
  await viewsButton()
  expect(params(query)).toEqual({})
})

it('opens the days of a view relative to today, and leaves out what the list does not accept', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z')
  const query = { filters: { state: 'BURNT', colour: 'red', startDate: '2020-01-01' } }
  const { user, world } = renderLetters({ all: [aView({ query, days: 'LAST_7_DAYS' })] })
  await user.click(await viewsButton())
  await user.click(await item('Lost ones'))
  await waitFor(() => expect(world.asked.at(-1)).toBe('page=1&size=100&startDate=2026-11-20&endDate=2026-11-26'))
  expect(
    await screen.findByText('Left out of Lost ones, because the list does not accept it: State, colour'),
  ).toBeTruthy()
})

it('sends the first request of a link with the state of its view only', async () => {
  const { world, query } = renderLetters({ address: '/here?view=v1' })
  await button('Lost ones')
  expect(world.asked).toEqual(['page=1&size=50&reference=KBO&state=LOST'])
  expect(world.reads[0]).toBe('place=letters&viewId=v1')
  expect(params(query)).toMatchObject({ view: 'v1', search: 'KBO' })
})

it('lets the search params of a link override its view, which adds what they cannot name', async () => {
  const days = { startDate: '2026-11-01', endDate: '2026-11-02' }
  const all = [aView({ query: { search: 'KBO', filters: { state: 'LOST', ...days } } })]
  const { world } = renderLetters({ all, address: '/here?page=2&perPage=20&view=v1' })
  await button('Lost ones')
  expect(world.asked).toEqual(['page=2&size=20&startDate=2026-11-01&endDate=2026-11-02'])
  expect(screen.getByText('Changed')).toBeTruthy()
})

it('shows the list without the view of a link that is gone', async () => {
  const { world, query } = renderLetters({ all: [], address: '/here?view=v7' })
  await viewsButton()
  expect(await screen.findByText('The view of this link was removed or belongs to another list')).toBeTruthy()
  expect(world.asked).toEqual(['page=1&size=100'])
  expect(params(query)).toEqual({})
})

it('requests nothing while the view of a link cannot be loaded, until that works or is given up', async () => {
  const { user, world } = renderLetters({ address: '/here?view=v1' }, refuse(views.list, 500, { message: 'Down' }))
  expect(await screen.findByText('The view of this list could not be loaded')).toBeTruthy()
  expect(world.asked).toEqual([])
  await user.click(await button('Show the list without it'))
  await screen.findByRole('link', { name: /^Addressee 100,/ })
  expect(world.asked).toEqual(['page=1&size=100'])
})

it('saves what the list shows under a proposed name, with the days relative to today', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z')
  const { user, world, query } = renderLetters({ all: [] })
  await user.click(await button('Filter by'))
  await user.type(await screen.findByRole('textbox', { name: 'Sender' }), 'Bola')
  await user.click(await button('Apply Filter'))
  await user.click(await viewsButton())
  await screen.findByText('No views yet. Filter the list, then save it as a view.')
  await user.click(await item('Save as…'))
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('Sender: Bola')
  await user.clear(name)
  await user.click(await button('Save view'))
  expect(await screen.findByText('Name is required')).toBeTruthy()
  await user.type(name, 'From Bola')
  await user.click(await screen.findByRole('checkbox', { name: 'Share with the team' }))
  await user.click(await button('Save view'))
  await button('From Bola')
  expect(world.written).toEqual([
    {
      place: 'letters',
      call: '/letters',
      name: 'From Bola',
      scope: 'TEAM',
      query: { perPage: 100, filters: { sender: 'Bola' } },
      days: null,
      look: { hidden: [], density: 'comfortable' },
      source: { address: '/here', request: { sender: 'Bola' } },
    },
  ])
  expect(query().get('view')).toBe('v9')
})

it('keeps chosen dates as days relative to today unless the operator keeps the dates', async () => {
  vi.setSystemTime('2026-11-26T12:00:00Z')
  const week = aView({ query: { filters: {} }, days: 'LAST_7_DAYS' })
  const { user, world } = renderLetters({ all: [week], address: '/here?view=v1' })
  await button('Lost ones')
  await user.keyboard('v')
  await user.click(await item('Save as…'))
  const dates = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Dates' })
  expect(dates.value).toBe('Last 7 days, on the day it is opened')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('last 7 days')
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Fixed')
  await user.click(dates)
  await user.click(await screen.findByRole('option', { name: 'These dates' }))
  await user.click(await button('Save view'))
  await button('Fixed')
  const filters = { startDate: '2026-11-20', endDate: '2026-11-26' }
  expect(world.written).toMatchObject([{ query: { perPage: 100, filters }, days: null }])
})

it('shows the rejection of a name at its field and keeps the input', async () => {
  const fields = { name: 'This name is taken' }
  const { user } = renderLetters({ all: [] }, refuse(views.create, 422, { message: 'There is one already', fields }))
  await user.click(await viewsButton())
  await user.click(await item('Save as…'))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Lost ones')
  await user.click(await button('Save view'))
  expect(await screen.findByText('This name is taken')).toBeTruthy()
})

it('offers to save, to save as and to reset what differs from the view', async () => {
  const { user, world, query } = renderLetters({ address: '/here?view=v1' })
  await button('Lost ones')
  await user.click(await button('Remove State: Nobody knows'))
  expect(await screen.findByText('Changed')).toBeTruthy()
  expect(query().get('view')).toBe('v1')
  await user.click(await button('Reset'))
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  expect(query().get('filterStatus')).toBe('LOST')
  await user.click(await button('Remove State: Nobody knows'))
  await user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  expect(world.written).toEqual([
    {
      viewId: 'v1',
      version: 1,
      query: { search: 'KBO', perPage: 50, filters: {} },
      days: null,
      look: { hidden: [], density: 'comfortable' },
      source: { address: '/here', request: { reference: 'KBO' } },
    },
  ])
  expect(screen.queryByText(/was changed by/)).toBeNull()
})

/** Titles of the columns, and whether the rows are compact. */
function lookShown() {
  const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  return [titles, screen.getByRole('button', { name: 'Compact rows' }).getAttribute('aria-pressed')]
}

const narrow = { hidden: ['State'], density: 'compact' as const }

it('shows the columns and the row height of a chosen view, and those of the browser without it', async () => {
  localStorage.setItem('kobo.list.letters.hidden-columns', '["To"]')
  const { user, history } = renderLetters({ all: [aView({ look: narrow }), aView({ id: 'v2', name: 'Bare' })] })
  await user.click(await viewsButton())
  expect(lookShown()).toEqual([['State'], 'false'])
  await user.click(await item('Lost ones'))
  await button('Lost ones')
  expect(lookShown()).toEqual([['To'], 'true'])
  expect(screen.queryByText('Changed')).toBeNull()
  await user.keyboard('v')
  await user.click(await item('Bare'))
  await button('Bare')
  expect(lookShown()).toEqual([['State'], 'false'])
  history.back()
  await button('Lost ones')
  expect(lookShown()).toEqual([['To'], 'true'])
  await user.keyboard('v')
  await user.click(await item('Leave the view'))
  await viewsButton()
  expect(lookShown()).toEqual([['State'], 'false'])
  expect(localStorage.getItem('kobo.list.letters.hidden-columns')).toBe('["To"]')
  expect(localStorage.getItem('kobo.list.density')).toBe('comfortable')
})

it('keeps changed columns and row height in the view, and never in the browser', async () => {
  const { user, world, query } = renderLetters({ all: [aView({ look: narrow })], address: '/here?view=v1' })
  await button('Lost ones')
  expect(lookShown()).toEqual([['To'], 'true'])
  await user.click(screen.getByRole('button', { name: 'Compact rows' }))
  expect(await screen.findByText('Changed')).toBeTruthy()
  await user.click(await button('Reset'))
  await waitFor(() => expect(lookShown()).toEqual([['To'], 'true']))
  expect(screen.queryByText('Changed')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Compact rows' }))
  await user.click(screen.getByRole('button', { name: /^Columns/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'State' }))
  await user.keyboard('{Escape}')
  await user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  expect(world.written).toMatchObject([{ viewId: 'v1', look: { hidden: [], density: 'comfortable' } }])
  expect(lookShown()).toEqual([['To', 'State'], 'false'])
  expect(params(query)).toMatchObject({ view: 'v1', search: 'KBO', filterStatus: 'LOST' })
  expect(localStorage.getItem('kobo.list.letters.hidden-columns')).toBe('[]')
})

it('begins to keep the look of a view that had none, as the browser shows it, when it is saved', async () => {
  localStorage.setItem('kobo.list.letters.hidden-columns', '["State","Gone"]')
  const { user, world } = renderLetters({ address: '/here?view=v1' })
  await button('Lost ones')
  expect(screen.queryByText('Changed')).toBeNull()
  await user.click(await button('Remove State: Nobody knows'))
  await user.click(await button('Save'))
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  expect(world.written).toMatchObject([{ look: { hidden: ['State'], density: 'comfortable' } }])
  expect(lookShown()).toEqual([['To'], 'false'])
})

it('keeps the screen when a colleague changes the view, and shows the change on demand', async () => {
  const shared = aView({ scope: 'TEAM' })
  const { user, world, query } = renderLetters({ all: [shared], address: '/here?view=v1' })
  await button('Lost ones')
  world.all = [{ ...shared, version: 2, query: { filters: { state: 'Sent' } } }]
  const conflict = { message: 'Ada Obi changed the view Lost ones at 14:02. Show it first', code: 'conflict' }
  apiServer.use(refuse(views.change, 409, conflict))
  await user.click(await button('Remove State: Nobody knows'))
  await user.click(await button('Save for the team'))
  expect(await screen.findByText(conflict.message)).toBeTruthy()
  expect(await screen.findByText('This view was changed by Ada Obi')).toBeTruthy()
  expect(params(query)).toMatchObject({ search: 'KBO' })
  expect(screen.queryByRole('button', { name: 'Save for the team' })).toBeNull()
  await user.click(await button('Show'))
  await waitFor(() => expect(screen.queryByText('This view was changed by Ada Obi')).toBeNull())
  expect(query().get('filterStatus')).toBe('Sent')
  expect(query().get('search')).toBeNull()
})

it('renames, shares and removes the chosen view, and keeps the rows', async () => {
  const { user, world, query } = renderLetters({ address: '/here?view=v1' })
  await button('Lost ones')
  await user.keyboard('v')
  await user.click(await item('Rename…'))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Nobody knows{Enter}')
  await button('Nobody knows')
  await user.keyboard('v')
  await user.click(await item('Share with the team'))
  await waitFor(() => expect(world.written).toHaveLength(2))
  await user.keyboard('v')
  expect(await screen.findByText('Views of the team')).toBeTruthy()
  expect(screen.queryByText(/was changed by/)).toBeNull()
  await user.click(await item('Remove…'))
  expect(await screen.findByText(/for the whole team\?/)).toBeTruthy()
  await user.click(await button('Remove'))
  await viewsButton()
  expect(world.written).toEqual([
    { viewId: 'v1', version: 1, name: 'Nobody knows' },
    { viewId: 'v1', version: 2, scope: 'TEAM' },
    'viewId=v1',
  ])
  expect(params(query)).toMatchObject({ search: 'KBO', filterStatus: 'LOST' })
  expect(query().get('view')).toBeNull()
})

it('offers to change a view of the team only to those who may', async () => {
  const shared = aView({ scope: 'TEAM', isOwn: false, mayChange: false })
  const { user } = renderLetters({ all: [shared], address: '/here?view=v1' }, signedInAs('SUPPORT'))
  await button('Lost ones')
  await user.click(await button('Remove State: Nobody knows'))
  await button('Save as')
  expect(screen.queryByRole('button', { name: /^Save( for the team)?$/ })).toBeNull()
  await user.keyboard('v')
  await item('Save as…')
  expect(screen.queryByRole('menuitem', { name: 'Rename…' })).toBeNull()
  await user.click(await item('Save as…'))
  await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.queryByRole('checkbox', { name: 'Share with the team' })).toBeNull()
})

const begins = (changes: object) => signedInAs('ADMIN', { listDefaults: { letters: 'v1' }, ...changes })

it('begins with the default view, and a link with search params of its own without', async () => {
  localStorage.setItem('kobo.list.letters.search', 'remembered')
  const { world, query, unmount } = renderLetters({}, begins({}))
  await button('Lost ones')
  expect(world.asked).toEqual(['page=1&size=50&reference=KBO&state=LOST'])
  expect(query().get('view')).toBe('v1')
  unmount()
  const linked = renderLetters({ address: '/here?page=1' }, begins({}))
  await viewsButton()
  expect(linked.world.asked).toEqual(['page=1&size=100'])
})

it('leaves the default view until the list is opened again', async () => {
  const { user, world, query } = renderLetters({}, begins({}))
  await button('Lost ones')
  await user.keyboard('v')
  await user.click(await item('Leave the view'))
  await viewsButton()
  await waitFor(() => expect(world.asked.at(-1)).toBe('page=1&size=50'))
  expect(query().get('view')).toBeNull()
})

it('begins as for everybody if the default view was removed meanwhile', async () => {
  const { world } = renderLetters({ all: [] }, begins({}))
  await viewsButton()
  expect(world.asked).toEqual(['page=1&size=100'])
  expect(screen.queryByText(/removed/)).toBeNull()
})

it('makes the chosen view the default and takes that back', async () => {
  const used: unknown[] = []
  const { user } = renderLetters(
    { address: '/here?view=v1' },
    signedInAs('ADMIN'),
    answer(views.use, ({ body }) => {
      used.push(body)
      const listDefaults: Record<string, string> = views.use.body.parse(body).isDefault ? { letters: 'v1' } : {}
      return { listDefaults }
    }),
  )
  await button('Lost ones')
  await user.keyboard('v')
  await user.click(await item('Begin with this view'))
  await waitFor(() => expect(hasStoredDefault('letters')).toBe(true))
  await user.keyboard('v')
  await user.click(await item('Do not begin with this view'))
  await waitFor(() => expect(hasStoredDefault('letters')).toBe(false))
  expect(used).toEqual([
    { viewId: 'v1', isDefault: true },
    { viewId: 'v1', isDefault: false },
  ])
})

it('pins the chosen view, whose count the menu shows, and unpins it', async () => {
  const used: unknown[] = []
  const all = [aView()]
  const count = { place: 'letters', address: '/here', isMore: true, problem: null }
  const { user, world } = renderLetters(
    { all, address: '/here?view=v1' },
    answer(views.use, ({ body }) => {
      used.push(body)
      world.all = [aView({ isPinned: views.use.body.parse(body).isPinned === true })]
      return { listDefaults: {} }
    }),
    answer(views.counts, () => ({ views: [{ id: 'v1', name: 'Lost ones', total: 1000, ...count }] })),
  )
  await button('Lost ones')
  await user.keyboard('v')
  await user.click(await item('Pin with a live count'))
  await waitFor(() => expect(used).toEqual([{ viewId: 'v1', isPinned: true }]))
  await user.keyboard('v')
  await item('Lost ones 1,000+')
  await user.click(await item('Unpin'))
  await waitFor(() => expect(used.at(-1)).toEqual({ viewId: 'v1', isPinned: false }))
})

it('says why a pinned view has no count, and pins no view of a list on the page of a record', async () => {
  const ofRecord = aView({ id: 'v2', name: 'Of a record', isPinnable: false })
  const { user } = renderLetters(
    { all: [aView({ isPinned: true }), ofRecord], address: '/here?view=v2' },
    answer(views.counts, () => ({
      views: [
        {
          id: 'v1',
          name: 'Lost ones',
          place: 'letters',
          address: '/here',
          total: null,
          isMore: false,
          problem: 'SLOW' as const,
        },
      ],
    })),
  )
  await button('Of a record')
  await user.keyboard('v')
  await item('Lost ones Too many rows to count quickly. Open the view to see them')
  expect(screen.queryByRole('menuitem', { name: /^Pin/ })).toBeNull()
})

it('names the failure of the menu and loads it again', async () => {
  const { user } = renderLetters({}, refuse(views.list, 503, { message: 'Down' }))
  await user.click(await viewsButton())
  const menu = await screen.findByRole('menu')
  expect(await within(menu).findByText('The views could not be loaded')).toBeTruthy()
  apiServer.use(answer(views.list, () => ({ views: [aView()] })))
  await user.click(await item('Try again'))
  await item('Lost ones')
})
