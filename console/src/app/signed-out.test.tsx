import { contract } from '@kobo/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, delay, http } from 'msw'
import { expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { disputeServer } from '../testing/a-dispute.ts'
import { storageKey } from '../api/early-reads.ts'
import { readStoredSession } from '../api/stored-session.ts'
import { type Asked, answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { renderConsole } from '../testing/render-console.tsx'

const { session, merchants, invites, disputes, roles } = contract
const expired = { message: 'No session', code: 'not_signed_in' }
const bola = { ...adaeze, id: 'staff-2', firstName: 'Bola', lastName: 'Adeyemi', email: 'bola@demo.test' }

const noMerchants = answer(merchants.list, () => ({
  totalRecords: 0,
  totalVerifiedMerchants: 0,
  totalNonVerifiedMerchants: 0,
  merchants: [],
}))

/** Handlers that accept this person's sign-in. */
function signInAs(user = adaeze) {
  return [
    answer(session.login, () => ({
      challengeId: 'c1',
      email: user.email,
      expiresAt: Date.now() + 300_000,
      resendAfter: Date.now() + 60_000,
    })),
    answer(session.verify, () => ({
      token: 'n3w',
      sessionId: 's2',
      user,
      mode: serverSession.mode,
      serverTime: Date.now(),
    })),
    answer(session.profile, () => ({ user, mode: serverSession.mode })),
    noMerchants,
  ]
}

/** Signs in above the kept page, which has fields of the same name. */
async function signIn(operator: UserEvent) {
  const over = document.querySelector<HTMLElement>('[data-over-kept-page]')
  if (!over) throw new Error('No page is kept')
  const signInForm = within(over)
  fireEvent.change(signInForm.getByLabelText('Email address'), { target: { value: 'admin@demo.test' } })
  fireEvent.change(signInForm.getByLabelText('Password'), { target: { value: 'kobo-demo-2026' } })
  fireEvent.click(signInForm.getByText('Sign in', { selector: 'button *' }))
  await operator.click(await signInForm.findByLabelText('Digit 1 of 6'))
  await operator.paste('123456')
}

/** Types into the invite form, and loses the session by sending it. */
async function loseWhileWriting() {
  const opened = renderConsole('/teams', [refuse(invites.send, 401, expired)])
  const { user } = opened
  await user.click(await screen.findByRole('button', { name: 'Invite Teams' }))
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Kelechi' } })
  fireEvent.change(screen.getByLabelText('Last name'), { target: { value: 'Nwosu' } })
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'kelechi@demo.test' } })
  await user.click(screen.getByRole('button', { name: 'Invite Team' }))
  await screen.findByText('You are not authenticated, please login')
  await screen.findByRole('heading', { name: 'Sign in' })
  return opened
}

const typedName = () => document.querySelector<HTMLInputElement>('[role="dialog"] input')

it('AUTH-09 hides the page and sends none of its calls while signed out', async () => {
  const requests: string[] = []
  const record = ({ request }: { request: Request }) => void requests.push(new URL(request.url).pathname)
  await loseWhileWriting()
  expect(window.location.pathname).toBe('/')
  expect(localStorage.length).toBe(0)
  expect(typedName()?.value).toBe('Kelechi')
  expect(typedName()?.closest('[inert]')).toBeTruthy()
  apiServer.events.on('request:start', record)
  act(() => void window.dispatchEvent(new Event('focus')))
  await delay(2_500)
  apiServer.events.removeListener('request:start', record)
  expect(requests).toEqual([])
})

it('AUTH-09 restores the form’s input when the same person signs in', async () => {
  const sent: unknown[] = []
  const { user } = await loseWhileWriting()
  apiServer.use(
    ...signInAs(),
    answer(invites.send, ({ body }: Asked) => {
      sent.push(body)
      return {}
    }),
  )
  // Escape must not close the dialog of the kept page.
  await user.keyboard('{Escape}')
  await signIn(user)
  await screen.findByRole('dialog')
  await waitFor(() => expect(window.location.pathname).toBe('/teams'))
  await user.click(screen.getByRole('button', { name: 'Invite Team' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ firstName: 'Kelechi', lastName: 'Nwosu', email: 'kelechi@demo.test' })
})

it('AUTH-09 keeps the input on a record when a background request loses the session', async () => {
  const { world, handlers } = disputeServer()
  const { user, router } = renderConsole(paths.dispute('dispute-1'), handlers)
  // The form loads after the page.
  fireEvent.change(await screen.findByLabelText('Subject', {}, { timeout: 30_000 }), { target: { value: 'Delivery' } })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Kindly send the waybill' } })
  // A part of the page that has not loaded yet would show an error below the sign-in.
  await waitFor(() => expect(router.options.context.queries.isFetching()).toBe(0))
  apiServer.use(...Object.values(disputes).map((call) => refuse(call, 401, expired)))
  await act(() => router.options.context.queries.refetchQueries({ type: 'active' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  const message = () => document.querySelector<HTMLTextAreaElement>('form[aria-label="New message"] textarea')
  expect(message()?.value).toBe('Kindly send the waybill')
  expect(document.body.textContent).not.toContain('Error Fetching')
  apiServer.use(...handlers, ...signInAs())
  await signIn(user)
  await waitFor(() => expect(window.location.pathname).toBe('/disputes/dispute-1/merchant'))
  expect(message()?.value).toBe('Kindly send the waybill')
  await waitFor(() => expect(screen.getByRole('form', { name: 'New message' })).toBeTruthy())
  await user.click(within(screen.getByRole('form', { name: 'New message' })).getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(world.sent).toHaveLength(1))
  expect(document.body.textContent).not.toContain('Error Fetching')
})

it('AUTH-09 keeps the input when a list’s first request loses the session, and refetches the list', async () => {
  let lose = () => {}
  const gate = new Promise<void>((resolve) => (lose = resolve))
  const late = http.get(`/api${invites.list.path}`, async () => {
    await gate
    return HttpResponse.json({ status: false, ...expired }, { status: 401 })
  })
  const { user } = renderConsole('/teams', [late, answer(roles.list, () => ({ roles: [] }))])
  await user.click(await screen.findByRole('button', { name: 'Invite Teams' }))
  fireEvent.change(await screen.findByLabelText('First name'), { target: { value: 'Kelechi' } })
  lose()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(typedName()?.value).toBe('Kelechi')
  apiServer.use(
    ...signInAs(),
    answer(invites.list, () => ({ totalRecords: 0, invites: [] })),
  )
  await signIn(user)
  await waitFor(() => expect(window.location.pathname).toBe('/teams'))
  expect(typedName()?.value).toBe('Kelechi')
  expect(await screen.findByText('No List Record Found')).toBeTruthy()
  expect(document.body.textContent).not.toContain('Error Fetching')
})

it('AUTH-09 discards the page when another person signs in', async () => {
  const { user, router } = await loseWhileWriting()
  apiServer.use(...signInAs(bola))
  await signIn(user)
  await screen.findByText('Bola Adeyemi')
  await waitFor(() => expect(window.location.pathname).toBe('/merchants'))
  expect(document.body.textContent).not.toContain('Kelechi')
  expect(typedName()).toBeNull()
  const read = router.options.context.queries.getQueryCache().getAll()
  expect(read.map(({ queryKey }) => queryKey[0])).not.toContain(`GET ${invites.list.path}`)
})

it('AUTH-09 changes the new session to the page’s mode before restoring it', async () => {
  const modes: unknown[] = []
  const { user } = await loseWhileWriting()
  serverSession.mode = 'SANDBOX'
  apiServer.use(
    ...signInAs(),
    answer(session.changeMode, ({ body }) => {
      modes.push(body)
      serverSession.mode = 'PRODUCTION'
      return {}
    }),
  )
  await signIn(user)
  await waitFor(() => expect(modes).toEqual([{ mode: 'PRODUCTION' }]))
  await waitFor(() => expect(window.location.pathname).toBe('/teams'))
  expect(typedName()?.value).toBe('Kelechi')
  expect(readStoredSession()?.mode).toBe('PRODUCTION')
})

it('AUTH-09 closes the page with a notice when the session cannot change to its mode', async () => {
  const { user } = await loseWhileWriting()
  serverSession.mode = 'SANDBOX'
  apiServer.use(...signInAs(), refuse(session.changeMode, 500, { message: 'Not now' }))
  await signIn(user)
  await screen.findByText(/^The page was closed because it shows Live/)
  await screen.findByText('Test mode: no real money is moved')
  expect(typedName()).toBeNull()
})

it('AUTH-09 discards the page when another tab logs out, and keeps it when another tab loses the session', async () => {
  const inAnotherTab = (change: () => void, key: string | null) => {
    change()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  }
  const first = renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  inAnotherTab(() => localStorage.removeItem(storageKey), storageKey)
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.querySelector('[inert]')).toBeNull()
  first.unmount()

  renderConsole('/teams')
  await screen.findByRole('heading', { name: 'Teams' })
  inAnotherTab(() => localStorage.clear(), null)
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.querySelector('[inert] h1')?.textContent).toBe('Teams')
})
