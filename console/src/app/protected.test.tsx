import { contract } from '@kobo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay } from 'msw'
import { describe, expect, it } from 'vitest'
import { storageKey } from '../api/early-reads.ts'
import { storeSession } from '../api/stored-session.ts'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { navigation } from './areas.ts'

const { session, merchants } = contract
const expired = { message: 'No session', code: 'not_signed_in' }

/** Applies a change as another tab, which reaches this one as a storage event. */
function otherTab(change: () => void) {
  change()
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: storageKey }))
  })
}

it.each([...navigation.map(({ path }) => path), '/merchants/m1', '/payout/b1/bulk'])(
  'AUTH-01 AUTH-03 redirects a signed-out visitor from %s to /',
  async (path) => {
    renderConsole(path, [], { mode: 'signed-out' })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(window.location.pathname).toBe('/')
    expect(screen.queryByRole('navigation')).toBeNull()
  },
)

it('AUTH-02 shows a skeleton while the session loads, without redirecting', async () => {
  renderConsole('/teams', [
    answer(session.profile, async () => {
      await delay(150)
      return { user: adaeze, mode: serverSession.mode }
    }),
  ])
  expect(await screen.findByRole('status', { name: 'Loading your session' })).toBeTruthy()
  expect(window.location.pathname).toBe('/teams')
  expect(await screen.findByRole('heading', { name: 'Teams' })).toBeTruthy()
})

it('keeps the session and offers a retry when the server is unreachable', async () => {
  const { user } = renderConsole('/teams', [refuse(session.profile, 503, { message: 'The database is away' })])
  expect(await screen.findByText('The database is away')).toBeTruthy()
  expect(screen.getByText('Request req_1')).toBeTruthy()
  apiServer.use(answer(session.profile, () => ({ user: adaeze, mode: serverSession.mode })))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Teams' })).toBeTruthy()
})

it('AUTH-09 ERR-15 ends the session on a 401: notifies once, clears local storage and redirects to /', async () => {
  localStorage.setItem('something-else', 'remembered')
  const { user } = renderConsole('/teams', [
    refuse(session.changeMode, 401, expired),
    refuse(merchants.list, 401, expired),
  ])
  await screen.findByRole('heading', { name: 'Teams' })
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findAllByText('You are not authenticated, please login')).toHaveLength(1)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(localStorage.length).toBe(0)
})

it('AUTH-09 ends an expired session on reload', async () => {
  renderConsole('/teams', [refuse(session.profile, 401, expired)])
  expect(await screen.findByText('You are not authenticated, please login')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

describe('return after sign-in', () => {
  const signIn = [
    answer(session.login, () => ({
      challengeId: 'c1',
      email: 'admin@demo.test',
      expiresAt: Date.now() + 300_000,
      resendAfter: Date.now() + 60_000,
    })),
    answer(session.verify, () => ({
      token: 'n3w',
      sessionId: 's2',
      user: adaeze,
      mode: serverSession.mode,
      serverTime: Date.now(),
    })),
    answer(merchants.list, () => ({
      totalRecords: 0,
      totalVerifiedMerchants: 0,
      totalNonVerifiedMerchants: 0,
      merchants: [],
    })),
  ]

  async function signInAgain(operator: UserEvent) {
    await operator.type(await screen.findByLabelText('Email address'), 'admin@demo.test')
    await operator.type(screen.getByLabelText('Password'), 'kobo-demo-2026')
    await operator.click(screen.getByRole('button', { name: 'Sign in' }))
    await operator.click(await screen.findByLabelText('Digit 1 of 6'))
    await operator.paste('123456')
    await screen.findByText('Adaeze Okonkwo')
  }
  const address = () => window.location.pathname + window.location.search

  it('returns to the page on which the session was lost', async () => {
    const { user: operator } = renderConsole('/payout?page=2&search=ade', [
      refuse(session.changeMode, 401, expired),
      ...signIn,
    ])
    await operator.click(await screen.findByRole('button', { name: 'Test' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/')
    await signInAgain(operator)
    expect(await screen.findByRole('heading', { name: 'Payout' })).toBeTruthy()
    expect(address()).toBe('/payout?page=2&search=ade')
  })

  it('opens the requested URL when the visitor was signed out', async () => {
    const { user: operator } = renderConsole('/teams', signIn, { mode: 'signed-out' })
    await signInAgain(operator)
    await waitFor(() => expect(address()).toBe('/teams'))
  })

  it('opens the merchants after a deliberate logout', async () => {
    const { user: operator } = renderConsole('/payout', signIn)
    await operator.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
    await operator.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await signInAgain(operator)
    await waitFor(() => expect(address()).toBe('/merchants'))
  })
})

it('follows the logout of another tab', async () => {
  renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  otherTab(() => localStorage.clear())
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

it('follows the sign-in of another tab', async () => {
  renderConsole('/', [], { mode: 'signed-out' })
  await screen.findByRole('heading', { name: 'Sign in' })
  otherTab(() => storeSession({ token: 't2', sessionId: 's2', mode: 'PRODUCTION' }))
  expect(await screen.findByText('Adaeze Okonkwo')).toBeTruthy()
})

it('follows a mode change made in another tab, and notifies the operator', async () => {
  renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  otherTab(() => storeSession({ token: 't0k3n', sessionId: 's1', mode: 'SANDBOX' }))
  expect(await screen.findByText('Test mode: no real money is moved')).toBeTruthy()
  expect(await screen.findByText(/This window now shows Test/)).toBeTruthy()
})

it('follows the mode that a response names, and writes only in that mode', async () => {
  const modesOfWrites: (string | null)[] = []
  const { user } = renderConsole('/teams', [
    answer(contract.search.everything, () => ({ hits: [] })),
    answer(session.changeMode, ({ headers }) => {
      modesOfWrites.push(headers.get('x-mode'))
      return {}
    }),
  ])
  await screen.findByRole('heading', { name: 'Teams' })
  // The session's mode was changed in another browser, so no storage event arrives.
  serverSession.mode = 'SANDBOX'
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'ade')
  expect(await screen.findByText('Test mode: no real money is moved')).toBeTruthy()
  await user.keyboard('{Escape}')
  const toggle = within(screen.getByRole('group', { name: 'Mode' }))
  await user.click(toggle.getByRole('button', { name: 'Live' }))
  await waitFor(() => expect(modesOfWrites).toEqual(['SANDBOX']))
})

it('follows the server’s mode when it rejects a write, and shows only the server’s message', async () => {
  const responded = new Set<string>()
  const record = ({ request }: { request: Request }) => void responded.add(new URL(request.url).pathname)
  apiServer.events.on('response:mocked', record)
  const { user } = renderConsole('/teams', [
    refuse(session.changeMode, 409, { message: 'The mode was changed to Test elsewhere', code: 'mode_changed' }),
  ])
  await screen.findByRole('heading', { name: 'Teams' })
  // Requests that are still in flight would report the change first.
  const expected = ['/api/user/profile', '/api/invite', '/api/admin/outside', '/api/admin/downloads']
  await waitFor(() => expect([...responded]).toEqual(expect.arrayContaining(expected)))
  apiServer.events.removeListener('response:mocked', record)
  await new Promise((resolve) => setTimeout(resolve, 100))
  serverSession.mode = 'SANDBOX'
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByText('The mode was changed to Test elsewhere')).toBeTruthy()
  expect(screen.getByText('Test mode: no real money is moved')).toBeTruthy()
  expect(screen.queryByText(/in another window/)).toBeNull()
})

it('shows a not-found page with a way back for an unknown URL', async () => {
  const { user } = renderConsole('/no/such/page')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Go to merchants' }))
  await waitFor(() => expect(window.location.pathname).toBe('/merchants'))
})
