import { contract } from '@kobo/contract'
import type { Notification } from '@kobo/contract/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { answer, refuse, serverSession } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { withoutAdditions } from '../../../testing/bare-console.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const { notifications, session } = contract

function aNotification(fields: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    kind: 'MENTION',
    at: '2026-11-26T18:20:00.000Z',
    readAt: null,
    title: 'Ada Obi mentioned you in a note on Lekki Stores',
    record: { type: 'dispute', id: 'd1', name: 'Ngozi Eze' },
    ...fields,
  }
}

const read = aNotification({
  id: 'n2',
  kind: 'CHANGE',
  title: 'Charges changed by Ada Obi: Lekki Stores',
  readAt: '2026-11-26T19:00:00Z',
})

/** A server that keeps what is read. */
function bellServer(start: readonly Notification[], { unreadElsewhere = 0, total = start.length } = {}) {
  let all = [...start]
  const asked: Record<string, string>[] = []
  const sent: unknown[] = []
  const unread = () => all.filter(({ readAt }) => readAt == null)
  const counts = () => ({ unread: unread().length, unreadElsewhere })
  const handlers = [
    answer(notifications.counts, counts),
    answer(notifications.list, ({ query }) => {
      asked.push(Object.fromEntries(query))
      return { total, notifications: query.get('state') === 'UNREAD' ? unread() : all, ...counts() }
    }),
    answer(notifications.readOne, ({ body }) => {
      sent.push(body)
      const { notificationId } = notifications.readOne.body.parse(body)
      all = all.map((each) => (each.id === notificationId ? { ...each, readAt: '2026-11-27T08:00:00Z' } : each))
      return { read: 1 }
    }),
    answer(notifications.readAll, ({ body }) => {
      sent.push(body)
      all = all.map((each) => ({ ...each, readAt: '2026-11-27T08:00:00Z' }))
      return { read: 1 }
    }),
  ]
  return { handlers, asked, sent }
}

async function openBell(start: readonly Notification[], more: Parameters<typeof bellServer>[1] = {}) {
  const server = bellServer(start, more)
  const opened = renderConsole('/disputes/sample', server.handlers)
  const bell = await screen.findByRole('button', { name: 'Notifications' })
  await opened.user.click(bell)
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  return { ...opened, ...server, bell, panel }
}

describe('the bell', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    [1, '1 unread notification', '1'],
    [3, '3 unread notifications', '3'],
    [100, '99+ unread notifications', '99+'],
  ])('names and shows the number of %i unread notifications', async (unread, name, shown) => {
    renderConsole('/disputes/sample', [answer(notifications.counts, () => ({ unread, unreadElsewhere: 0 }))])
    await screen.findByRole('button', { name: 'Notifications' })
    await vi.advanceTimersByTimeAsync(6_000)
    const bell = await screen.findByRole('button', { name })
    expect(within(bell).getByText(shown)).toBeDefined()
  })

  it('says nothing about a number that could not be counted', async () => {
    renderConsole('/disputes/sample', [refuse(notifications.counts, 500, { message: 'Down' })])
    await screen.findByRole('button', { name: 'Notifications' })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
  })
})

it('is absent if the server has no notifications', async () => {
  withoutAdditions()
  renderConsole('/disputes/sample')
  await screen.findByRole('button', { name: /Adaeze Okonkwo/ })
  expect(screen.queryByRole('button', { name: /otification/ })).toBeNull()
})

describe('the panel', () => {
  it('lists what happened, marks what is unread, and opens a record, which is read from then on', async () => {
    const { user, panel, sent } = await openBell([aNotification(), read])
    const [first, second] = await panel.findAllByRole('listitem')
    const link = within(first ?? document.body).getByRole('link', {
      name: /Ada Obi mentioned you.*26-11-2026 19:20.*Unread/,
    })
    expect(link.getAttribute('href')).toBe(paths.dispute('d1'))
    expect(within(second ?? document.body).queryByText('Unread')).toBeNull()
    await user.click(link)
    await waitFor(() => expect(window.location.pathname).toBe(paths.dispute('d1')))
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull()
    await waitFor(() => expect(sent).toEqual([{ notificationId: 'n1' }]))
  })

  it('does not mark again what was read, and leads from several items of work to My work', async () => {
    const record = { type: 'work_item', id: 'w1' }
    const { user, panel, sent } = await openBell([{ ...read, kind: 'ASSIGNED', record }])
    const link = await panel.findByRole('link', { name: /Charges changed/ })
    expect(link.getAttribute('href')).toBe('/my-work?state=MINE')
    await user.click(link)
    await waitFor(() => expect(window.location.pathname).toBe('/my-work'))
    expect(sent).toEqual([])
  })

  it('marks all as read, up to the newest that is shown', async () => {
    const { user, panel, sent } = await openBell([aNotification(), read])
    const button = await panel.findByRole('button', { name: 'Mark all as read' })
    await panel.findAllByRole('listitem')
    await user.click(button)
    await waitFor(() => expect(sent).toEqual([{ upTo: 'n1' }]))
    await waitFor(() => expect(panel.queryByText('Unread', { selector: 'a *' })).toBeNull())
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button)
  })

  it('filters unread ones, and pages', async () => {
    const { user, panel, asked } = await openBell([aNotification(), read], { total: 25 })
    await user.click(await panel.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ page: '2', size: '10' }))
    await user.click(panel.getByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ page: '1', size: '10', state: 'UNREAD' }))
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1))
  })

  it('says that nothing happened, or that everything was read', async () => {
    const { user, panel } = await openBell([])
    expect(await panel.findByText('Nothing yet. You are notified here of records that you watch')).toBeDefined()
    const button = panel.getByRole('button', { name: 'Mark all as read' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(panel.getByRole('radio', { name: 'Unread' }))
    expect(await panel.findByText('You have read everything')).toBeDefined()
  })

  it('says that they could not be loaded, and loads them again', async () => {
    const { user } = renderConsole('/disputes/sample', [refuse(notifications.list, 500, { message: 'Down' })])
    await user.click(await screen.findByRole('button', { name: 'Notifications' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    const retry = await panel.findByRole('button', { name: 'Refetch Details' })
    apiServer.use(...bellServer([aNotification()]).handlers)
    await user.click(retry)
    expect(await panel.findByText('Ada Obi mentioned you in a note on Lekki Stores')).toBeDefined()
  })

  it('says how many wait in the other mode, and changes to it', async () => {
    const modes: unknown[] = []
    apiServer.use(
      answer(session.changeMode, ({ body }) => {
        modes.push(body)
        return { mode: 'SANDBOX' as const }
      }),
    )
    const { user, panel } = await openBell([], { unreadElsewhere: 2 })
    expect(await panel.findByText('2 unread in Test mode')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Switch to Test mode' }))
    await waitFor(() => expect(modes).toEqual([{ mode: 'SANDBOX' }]))
  })

  it('closes with Escape, and returns the focus to the bell', async () => {
    const { bell, panel } = await openBell([aNotification()])
    await panel.findAllByRole('listitem')
    await waitFor(() => expect(document.activeElement).not.toBe(bell))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
    expect(document.activeElement).toBe(bell)
  })
})

describe('the link of an email', () => {
  it('opens the record, and marks the notification as read', async () => {
    const { handlers, sent } = bellServer([])
    handlers.push(answer(notifications.info, () => ({ notification: aNotification() })))
    renderConsole(paths.notification('n1'), handlers)
    await waitFor(() => expect(window.location.pathname).toBe(paths.dispute('d1')))
    await waitFor(() => expect(sent).toEqual([{ notificationId: 'n1' }]))
  })

  it('says that there is no such notification', async () => {
    renderConsole(paths.notification('other'), [refuse(notifications.info, 404, { message: 'Not found' })])
    expect(await screen.findByText('This notification does not exist in Live mode')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Back to my work' })).toBeDefined()
  })

  it('opens the record in the mode of the notification', async () => {
    const { user } = renderConsole(paths.notification('n1'), [
      refuse(notifications.info, 404, { message: 'Not found', existsIn: 'SANDBOX' }),
      answer(session.changeMode, () => {
        serverSession.mode = 'SANDBOX'
        apiServer.use(answer(notifications.info, () => ({ notification: aNotification() })))
        return {}
      }),
      ...bellServer([]).handlers,
    ])
    await user.click(await screen.findByRole('button', { name: 'Open in Test mode' }))
    await waitFor(() => expect(window.location.pathname).toBe(paths.dispute('d1')))
  })
})
