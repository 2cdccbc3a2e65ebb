import { contract } from '@kobo/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setServerTime } from '../../api/clock.ts'
import { aWorkItem } from '../../testing/a-work-item.ts'
import { answer, record as recordRequests, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { openDialog } from '../../testing/list-dialogs.ts'
import { listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { returnToWindow } from '../../testing/return-to-window.ts'
import { dueText, duration, urgencyOf } from '../../record/work/due.tsx'
import { holidaysText, readHolidays, readSpans, spansText } from './work-hours.ts'

const { workItems } = contract
const nowMs = Date.parse('2026-11-26T12:00:00.000Z')

const own = {
  staffId: 'staff_1',
  staffName: 'Adaeze Okonkwo',
  since: '2026-11-26T10:00:00Z',
  until: null,
  assignedBy: null,
  isOwn: true,
}
const items = [
  aWorkItem({}),
  aWorkItem({
    id: 'item-2',
    kind: 'DISPUTE',
    dueAt: '2026-11-26T09:00:00.000Z',
    claim: own,
    record: { type: 'dispute', id: 'd1', name: 'Ngozi Eze' },
  }),
  aWorkItem({
    id: 'item-3',
    kind: 'PAYOUT_IN_DOUBT',
    dueAt: '2026-11-27T12:00:00.000Z',
    count: 4210,
    record: { type: 'cause', id: '057 NIP', name: 'Zenith Bank over NIP' },
    merchant: null,
    claim: { ...own, isOwn: false, staffName: 'Bola Adeyemi' },
  }),
]

const bola = {
  staffId: 's1',
  name: 'Bola Adeyemi',
  kinds: ['KYC'],
  holds: 3,
  oldestAt: null,
  closedToday: 4,
  closedInTime: 3,
}
const efe = {
  staffId: 's2',
  name: 'Efe Omoruyi',
  kinds: ['CONTACT'],
  holds: 0,
  oldestAt: null,
  closedToday: 0,
  closedInTime: 0,
}

function renderPage(address = '/my-work') {
  const sent: unknown[] = []
  const requests: string[] = []
  const record =
    (name: string) =>
    ({ body }: { body: unknown }) => {
      sent.push([name, body])
      return { item: aWorkItem({}), released: 1, assigned: 1 }
    }
  const opened = renderConsole(address, [
    recordRequests(requests, workItems.list, () => ({ totalRecords: items.length, items })),
    answer(workItems.counts, () => ({
      kinds: [
        { kind: 'KYC', open: 2, mine: 1, overdue: 1, dueSoon: 1 },
        {
          kind: 'CONTACT',
          open: 1000,
          mine: 1,
          overdue: 1000,
          dueSoon: 1000,
          more: ['open' as const, 'dueSoon' as const],
        },
        { kind: 'REFUND_STUCK', open: null, mine: null, overdue: null, dueSoon: null },
      ],
      waiting: 1000,
      isMore: true,
    })),
    answer(workItems.claim, record('claim')),
    answer(workItems.release, record('release')),
    answer(workItems.snooze, record('snooze')),
    answer(workItems.next, record('next')),
    answer(workItems.assign, record('assign')),
    answer(workItems.reassign, record('reassign')),
    answer(workItems.changeHours, ({ body }) => {
      sent.push(['hours', body])
      return {}
    }),
    answer(workItems.team, () => ({
      people: [bola, efe],
      kinds: [
        { kind: 'KYC', open: null, unclaimed: null, overdue: null, oldestAt: null },
        { kind: 'CONTACT', open: 1000, unclaimed: 12, overdue: 0, oldestAt: null, more: ['open' as const] },
      ],
    })),
    answer(workItems.clocks, () => ({
      clocks: [{ kind: 'DISPUTE', minutes: null, counts: 'ALWAYS' as const, warnAt: 75, leaseMinutes: 60 }],
      hours: [{ weekday: 1, from: '08:00', until: '17:00' }],
      holidays: [],
    })),
  ])
  return { sent, requests, ...opened }
}

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`No row of ${name}`)
  return within(row)
}

describe('My work', () => {
  beforeEach(() => setServerTime(nowMs))

  it('lists what is due first, with who has it, and names what could not be counted', async () => {
    renderPage()
    await listShown()
    const first = await rowOf('in 40 min')
    expect(first.getByText('KYC')).toBeTruthy()
    expect(first.getByText('Nobody')).toBeTruthy()
    expect((await rowOf('3 h late')).getByText('You')).toBeTruthy()
    expect((await rowOf('4,210 unconfirmed payouts: Zenith Bank over NIP')).getByText('Bola Adeyemi')).toBeTruthy()
    expect(await screen.findByText('Stuck refunds could not be counted')).toBeTruthy()
    const card = await within(await screen.findByRole('list', { name: 'Kinds of work' })).findByRole('link', {
      name: /^KYC/,
    })
    expect(card.textContent).toBe('KYC21 mine · 1 due within the hour1 overdue')
    expect(card.getAttribute('href')).toBe('/my-work?kind=KYC')
    const bounded = screen.getByRole('link', { name: /^Contact messages/ })
    expect(bounded.textContent).toBe('Contact messages1,000+1 mine · 1,000+ due within the hour1,000 overdue')
    expect(await screen.findByTitle('1,000+ waiting')).toBeTruthy()
  })

  it('claims, releases and snoozes the item of the focused row by single keys, unless they are off', async () => {
    const { sent, user } = renderPage()
    await listShown()
    await user.keyboard('jc')
    await waitFor(() => expect(sent).toEqual([['claim', { itemId: 'item-1' }]]))
    await user.keyboard('ju')
    await waitFor(() => expect(sent.at(-1)).toEqual(['release', { itemId: 'item-2' }]))
    await user.keyboard('s')
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }))
    await user.type(await dialog.findByLabelText('Reason'), 'Awaiting papers')
    await user.click(dialog.getByRole('button', { name: 'Snooze' }))
    await waitFor(() =>
      expect(sent.at(-1)).toEqual([
        'snooze',
        { itemId: 'item-2', until: expect.stringMatching(/^2026-11-26T13:0/), reason: 'Awaiting papers' },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    localStorage.setItem('kobo.single-keys', 'false')
    await user.keyboard('n')
    expect(sent).toHaveLength(3)
    localStorage.removeItem('kobo.single-keys')
  })

  it.each(['Snooze', 'Skip'])('keeps %s open with its reason when the last item has left the list', async (name) => {
    const { user } = renderPage()
    await listShown()
    const row = await rowOf('in 40 min')
    if (name === 'Snooze') await user.click(row.getByRole('button', { name }))
    else {
      await user.click(row.getByRole('button', { name: /^Actions for/ }))
      await user.click(await screen.findByRole('menuitem', { name, hidden: true }))
    }
    const dialog = within(await screen.findByRole('dialog', { name }))
    await user.type(await dialog.findByLabelText('Reason'), 'Awaiting papers')
    const message = 'This item was done meanwhile'
    apiServer.use(
      answer(workItems.list, () => ({ totalRecords: 0, items: [] })),
      refuse(name === 'Snooze' ? workItems.snooze : workItems.next, 409, { message }),
    )
    await user.click(dialog.getByRole('button', { name }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
    expect(screen.getByRole('dialog', { name })).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Awaiting papers')
  })

  it('counts age and due time on by the minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    setServerTime(nowMs)
    const at = (seconds: number) => new Date(nowMs + seconds * 1_000).toISOString()
    renderPage()
    apiServer.use(
      answer(workItems.list, () => ({
        totalRecords: 1,
        items: [aWorkItem({ openedAt: at(-3_570), warnsAt: at(-1), dueAt: at(50) })],
      })),
    )
    const due = await screen.findByText('in 0 min')
    const row = within(due.closest('tr') ?? document.body)
    expect([row.getByText('59 min'), due.dataset['urgency']]).toEqual([expect.anything(), 'soon'])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect([due.textContent, due.dataset['urgency']]).toEqual(['0 min late', 'late'])
    expect(row.getByText('1 h')).toBeTruthy()
  })

  it('filters by amounts as people write them', async () => {
    const { requests, user } = renderPage()
    await listShown()
    await openDialog('Filter by')
    await user.type(await screen.findByLabelText('Amount from'), '10,000')
    await user.type(screen.getByLabelText('Amount to'), '25,000.50')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    expect(await screen.findByText('Amount: ₦10,000.00 to ₦25,000.50')).toBeTruthy()
    await expect.poll(() => requests.at(-1)).toBe('page=1&size=100&minAmount=10000&maxAmount=25000.5')
  })

  it('opens the record of the next item by N', async () => {
    const { sent, user } = renderPage()
    await listShown()
    await user.keyboard('n')
    await waitFor(() => expect(window.location.pathname).toBe('/merchants/m1'))
    expect(sent).toEqual([['next', {}]])
  })

  it('assigns an item to a colleague who may work on its kind, and offers to load colleagues again', async () => {
    const { sent, user } = renderPage()
    await listShown()
    apiServer.use(refuse(workItems.team, 500, { message: 'Broken' }))
    fireEvent.click((await rowOf('in 40 min')).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign' }))
    expect(await dialog.findByText('Error Fetching Details')).toBeTruthy()
    expect(dialog.queryByRole('combobox')).toBeNull()
    apiServer.use(answer(workItems.team, () => ({ people: [bola, efe], kinds: [] })))
    await user.click(dialog.getByRole('button', { name: 'Refetch Details' }))
    await user.click(await dialog.findByRole('combobox', { name: 'Colleague' }))
    const options = within(await screen.findByRole('listbox', { name: 'Colleague' })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Bola Adeyemi (has 3)'])
    await user.click(options[0] as HTMLElement)
    await user.click(dialog.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(sent).toEqual([['assign', { itemIds: ['item-1'], staffId: 's1' }]]))
  })
})

describe('pinned views', () => {
  it('lists the views that the operator pinned with their counts, and opens them', async () => {
    const view = { place: 'disputes', address: '/disputes', isMore: false, problem: null }
    renderConsole('/my-work', [
      answer(workItems.list, () => ({ totalRecords: 0, items: [] })),
      answer(workItems.counts, () => ({ kinds: [], waiting: 0 })),
      answer(contract.views.counts, () => ({
        views: [
          { ...view, id: 'v1', name: 'Overdue disputes', total: 1216 },
          {
            ...view,
            id: 'v2',
            name: 'Card payments',
            address: '/payout?status=all',
            total: null,
            problem: 'SLOW' as const,
          },
        ],
      })),
    ])
    const pinned = within(await screen.findByRole('list', { name: 'Pinned views' }))
    const links = pinned.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overdue disputes1,216', '/disputes?view=v1'],
      [expect.stringMatching(/^Card payments….*quickly/), '/payout?status=all&view=v2'],
    ])
  })

  it('says how to pin a view while none is', async () => {
    renderPage()
    expect(await screen.findByText('Pin a view in the Views menu of a list to see its count here.')).toBeTruthy()
  })
})

describe('team and clocks', () => {
  it('shows what each person has and closed in time', async () => {
    renderPage('/my-work?status=team')
    const people = within(await screen.findByRole('table', { name: 'People' }))
    const cells = people.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(cells).toEqual([[], ['Bola Adeyemi', 'Reassign3', '_', '4', '75%'], ['Efe Omoruyi', '0', '_', '0', '_']])
    expect(screen.getByText('KYC (could not be counted)')).toBeTruthy()
    expect(screen.getByText('1,000+').closest('tr')?.textContent).toBe('Contact messages1,000+120_')
  })

  it('passes what a person has to a colleague, also after the people have changed places', async () => {
    const { sent, user } = renderPage('/my-work?status=team')
    const people = await screen.findByRole('table', { name: 'People' })
    await user.click(await screen.findByRole('button', { name: 'Reassign what Bola Adeyemi has' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign' }))
    expect(dialog.getByText('Bola Adeyemi has 3 items')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Reassign' }))
    expect(await dialog.findByText('Choose a colleague')).toBeTruthy()
    await user.click(dialog.getByRole('combobox', { name: 'Colleague' }))
    await user.click(await screen.findByRole('option', { name: 'Efe Omoruyi (has 0)' }))
    apiServer.use(
      refuse(workItems.reassign, 500, { message: 'Broken' }),
      answer(workItems.team, () => ({ people: [{ ...efe, holds: 5 }, bola], kinds: [] })),
    )
    await user.click(dialog.getByRole('button', { name: 'Reassign' }))
    await waitFor(() => expect(people.querySelector('tbody td')?.textContent).toBe('Efe Omoruyi'))
    expect(dialog.getByText('Bola Adeyemi has 3 items')).toBeTruthy()
    apiServer.use(
      answer(workItems.reassign, ({ body }) => {
        sent.push(['reassign', body])
        return { assigned: 1 }
      }),
    )
    await user.click(dialog.getByRole('button', { name: 'Reassign' }))
    await waitFor(() => expect(sent).toEqual([['reassign', { holderId: 's1', staffId: 's2' }]]))
  })

  it('keeps the reassignment when the person has nothing any more', async () => {
    const { user } = renderPage('/my-work?status=team')
    await user.click(await screen.findByRole('button', { name: 'Reassign what Bola Adeyemi has' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign' }))
    await user.click(dialog.getByRole('combobox', { name: 'Colleague' }))
    await user.click(await screen.findByRole('option', { name: 'Efe Omoruyi (has 0)' }))
    apiServer.use(answer(workItems.team, () => ({ people: [{ ...bola, holds: 0 }, efe], kinds: [] })))
    returnToWindow()
    expect(await dialog.findByText('Bola Adeyemi no longer has any items.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reassign what Bola Adeyemi has' })).toBeNull()
  })

  it('changes hours and holidays, and explains what cannot be read', async () => {
    const { sent, user } = renderPage('/my-work?status=clocks')
    await user.click(await screen.findByRole('button', { name: 'Change hours and holidays' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Working hours and holidays' }))
    await user.type(await dialog.findByLabelText('Saturday'), '9 to 1')
    await user.click(dialog.getByRole('button', { name: 'Change hours' }))
    expect(await dialog.findByText('Write spans such as 08:00-12:00, 13:00-17:00')).toBeTruthy()
    await user.clear(dialog.getByLabelText('Saturday'))
    await user.type(dialog.getByLabelText('Saturday'), '09:00-13:00')
    await user.type(dialog.getByLabelText('Holidays, one a line'), '2026-12-25 Christmas Day')
    await user.click(dialog.getByRole('button', { name: 'Change hours' }))
    await waitFor(() =>
      expect(sent).toEqual([
        [
          'hours',
          {
            hours: [
              { weekday: 1, from: '08:00', until: '17:00' },
              { weekday: 6, from: '09:00', until: '13:00' },
            ],
            holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
            expected: { hours: [{ weekday: 1, from: '08:00', until: '17:00' }], holidays: [] },
          },
        ],
      ]),
    )
  })
})

it('tells time left, late and paused', () => {
  expect([duration(59_000), duration(90 * 60_000), duration(49 * 3_600_000)]).toEqual(['0 min', '1 h', '2 days'])
  const item = aWorkItem({})
  expect([dueText(item, nowMs), urgencyOf(item, nowMs)]).toEqual(['in 40 min', 'soon'])
  const later = nowMs + 4 * 3_600_000
  expect([dueText(item, later), urgencyOf(item, later)]).toEqual(['3 h late', 'late'])
  const paused = aWorkItem({ pausedAt: '2026-11-26T10:30:00.000Z' })
  expect([dueText(paused, later), urgencyOf(paused, later)]).toEqual(['in 2 h, paused', 'none'])
})

it('reads spans and holidays as it writes them', () => {
  const spans = readSpans('08:00-12:00, 13:00 - 17:00', 2)
  expect(spansText(spans ?? [], 2)).toBe('08:00-12:00, 13:00-17:00')
  expect(readSpans('17:00-08:00', 2)).toBeNull()
  expect(readSpans('', 2)).toEqual([])
  const text = '2026-12-25 Christmas Day\n2026-12-26 Boxing Day'
  expect(holidaysText(readHolidays(text) ?? [])).toBe(text)
  expect(readHolidays('Christmas')).toBeNull()
})
