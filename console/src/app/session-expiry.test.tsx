import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { adaeze } from '../testing/api-server.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { serverSession } from '../testing/answer.ts'

const { profile } = contract.session
const hourSeconds = 3600

/** A server whose session has this time left; records whether its profile was read by the operator or in the background. */
function serverWith(remaining: { idle: number; total: number }) {
  const reads: ('use' | 'clock')[] = []
  const handler = http.get(`/api${profile.path}`, ({ request }) => {
    reads.push(request.headers.get('x-background') ? 'clock' : 'use')
    return HttpResponse.json(
      { status: true, message: 'OK', data: { user: adaeze, mode: serverSession.mode } },
      {
        headers: {
          'x-mode': serverSession.mode,
          'x-session-idle-seconds': String(remaining.idle),
          'x-session-seconds': String(remaining.total),
        },
      },
    )
  })
  return { reads, handler, remaining }
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('AUTH-09 counts typing and pointer input as activity, once a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  const listen = vi.spyOn(window, 'addEventListener')
  const server = serverWith({ idle: 900, total: hourSeconds })
  const { router } = renderConsole('/teams', [server.handler])
  await screen.findByRole('heading', { name: 'Teams' })
  // The listener loads late, and each of the page's own calls counts as use.
  await waitFor(() => expect(listen).toHaveBeenCalledWith('pointermove', expect.anything(), expect.anything()))
  await waitFor(() => expect(router.options.context.queries.isFetching()).toBe(0))
  expect(server.reads).toEqual(['use'])
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(server.reads).toEqual(['use'])
  const uses = () => server.reads.filter((read) => read === 'use').length
  vi.setSystemTime(Date.now() + 61_000)
  fireEvent.pointerMove(document.body)
  await waitFor(() => expect(uses()).toBe(2))
  fireEvent.keyDown(document.body, { key: 'c' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(uses()).toBe(2)
})

it('AUTH-09 warns before an idle session ends, and extends it on request', async () => {
  const server = serverWith({ idle: 110, total: hourSeconds })
  const { user } = renderConsole('/teams', [server.handler])
  await screen.findByText(/about to end because you have been idle/)
  expect(screen.getByRole('timer').textContent).toMatch(/^1:\d\d left$/)
  // A background call checks for use in another window without counting as use.
  await waitFor(() => expect(server.reads).toContain('clock'))
  server.remaining.idle = 900
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
})

it('AUTH-09 warns before the session reaches its maximum duration, without an option to extend it', async () => {
  renderConsole('/teams', [serverWith({ idle: 900, total: 60 }).handler])
  await screen.findByText(/You will have to sign in again/)
  expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull()
})

it('AUTH-09 shows no warning when the server does not report the session’s end', async () => {
  renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  expect(screen.queryByRole('timer')).toBeNull()
})
