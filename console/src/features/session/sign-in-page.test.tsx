import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storageKey } from '../../api/early-reads.ts'
import { answer, refuse, serverSession } from '../../testing/answer.ts'
import { adaeze } from '../../testing/api-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { redirectAfterSignIn } from './sign-in-page.tsx'

const { session } = contract
const signedOut = { mode: 'signed-out' } as const
const wrongCredentials = { message: 'Email or password is wrong', code: 'wrong_credentials' }

const challenge = (challengeId: string, waitMs: number) => ({
  challengeId,
  email: 'admin@demo.test',
  expiresAt: Date.now() + 300_000,
  resendAfter: Date.now() + waitMs,
})

const login = answer(session.login, () => challenge('c1', 60_000))

const noMerchants = answer(contract.merchants.list, () => ({
  totalRecords: 0,
  totalVerifiedMerchants: 0,
  totalNonVerifiedMerchants: 0,
  merchants: [],
}))

async function passPassword(user: ReturnType<typeof renderConsole>['user']) {
  await user.type(await screen.findByLabelText('Email address'), 'admin@demo.test')
  await user.type(screen.getByLabelText('Password'), 'kobo-demo-2026')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeTruthy()
}

it('AUTH-10 AUTH-07 AUTH-14 signs in with password and emailed code and stores the token in local storage', async () => {
  const bodies: unknown[] = []
  const { user } = renderConsole(
    '/',
    [
      answer(session.login, ({ body }) => {
        bodies.push(body)
        return challenge('c1', 60_000)
      }),
      answer(session.verify, ({ body }) => {
        bodies.push(body)
        return {
          token: 'secret-token',
          sessionId: 's9',
          user: adaeze,
          mode: serverSession.mode,
          serverTime: Date.now(),
        }
      }),
      noMerchants,
    ],
    signedOut,
  )
  await passPassword(user)
  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  expect(await screen.findByText('Adaeze Okonkwo')).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/merchants'))
  expect(bodies).toEqual([
    { email: 'admin@demo.test', password: 'kobo-demo-2026' },
    { challengeId: 'c1', code: '123456' },
  ])
  expect(localStorage.getItem(storageKey)).toContain('secret-token')
})

it('AUTH-10 validates required fields before calling the server', async () => {
  const { user } = renderConsole('/', [], signedOut)
  await user.type(await screen.findByLabelText('Email address'), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Email is invalid')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
})

it('AUTH-10 shows the server message for a wrong password in the form and keeps the input', async () => {
  const { user } = renderConsole('/', [refuse(session.login, 400, wrongCredentials)], signedOut)
  await user.type(await screen.findByLabelText('Email address'), 'admin@demo.test')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Email or password is wrong')
  expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'admin@demo.test')
})

it('AUTH-09 does not treat a 401 of a public call as an ended session', async () => {
  const { user } = renderConsole('/', [refuse(session.login, 401, wrongCredentials)], signedOut)
  localStorage.setItem('remembered', 'yes')
  await user.type(await screen.findByLabelText('Email address'), 'admin@demo.test')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Email or password is wrong')
  expect(screen.queryByText('You are not authenticated, please login')).toBeNull()
  expect(localStorage.getItem('remembered')).toBe('yes')
})

it('shows the waiting time after too many attempts', async () => {
  const tooMany = refuse(
    session.login,
    429,
    { message: 'Too many tries', code: 'too_many_requests' },
    { 'retry-after': '90' },
  )
  const { user } = renderConsole('/', [tooMany], signedOut)
  await user.type(await screen.findByLabelText('Email address'), 'admin@demo.test')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Try again in 2 minutes')
})

it('AUTH-10 shows the server message for a wrong code and returns to the password step', async () => {
  const { user } = renderConsole(
    '/',
    [login, refuse(session.verify, 400, { message: 'The code is wrong', code: 'wrong_credentials' })],
    signedOut,
  )
  await passPassword(user)
  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.paste('000000')
  expect(await screen.findByText('The code is wrong')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Email address')).toHaveProperty('value', 'admin@demo.test')
})

it('AUTH-10 resends the code by email after the waiting time', async () => {
  const resent: unknown[] = []
  const { user } = renderConsole(
    '/',
    [
      answer(session.login, () => challenge('c1', 1_200)),
      answer(session.resendLogin, ({ body }) => {
        resent.push(body)
        return challenge('c2', 60_000)
      }),
    ],
    signedOut,
  )
  await passPassword(user)
  expect(screen.getByRole('button', { name: /^Resend in \d+ s$/ })).toHaveProperty('disabled', true)
  await user.click(await screen.findByRole('button', { name: 'Resend the code' }))
  expect(await screen.findByRole('button', { name: /^Resend in (59|60) s$/ })).toBeTruthy()
  expect(resent).toEqual([{ challengeId: 'c1' }])
})

it('stays at the password when the code is resent after Back', async () => {
  let release = () => {}
  const { user } = renderConsole(
    '/',
    [
      answer(session.login, () => challenge('c1', 0)),
      answer(session.resendLogin, async () => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return challenge('c2', 60_000)
      }),
    ],
    signedOut,
  )
  await passPassword(user)
  await user.click(await screen.findByRole('button', { name: 'Resend the code' }))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await user.type(await screen.findByLabelText('Password'), 'half typed')
  release()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'half typed')
})

it('offers the demo credentials and links to the demo outbox', async () => {
  const { user } = renderConsole('/', [login], signedOut)
  await user.click(await screen.findByRole('button', { name: 'Fill in' }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const outbox = await screen.findByRole('link', { name: 'the outbox' })
  expect(outbox.getAttribute('href')).toBe('/outbox?to=admin%40demo.test')
  expect(outbox.getAttribute('target')).toBe('_blank')
})

it('AUTH-10 redirects a signed-in user to the merchants', async () => {
  renderConsole('/', [noMerchants])
  await waitFor(() => expect(window.location.pathname).toBe('/merchants'))
})

it('AUTH-10 requires the authenticator code and sends no email if the account has an app', async () => {
  const bodies: unknown[] = []
  const { user } = renderConsole(
    '/',
    [
      answer(session.login, () => ({ ...challenge('c1', 0), factor: 'app' as const })),
      answer(session.verify, ({ body }) => {
        bodies.push(body)
        return { token: 't', sessionId: 's9', user: adaeze, mode: serverSession.mode, serverTime: Date.now() }
      }),
      noMerchants,
    ],
    signedOut,
  )
  await passPassword(user)
  expect(screen.getByText('Your authenticator app shows six digits for Kobo Console.')).toBeTruthy()
  expect(screen.queryByText(/Send/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'the outbox' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  // Six characters do not submit a recovery code.
  await user.type(screen.getByLabelText('Recovery code'), '234567')
  await user.click(screen.getByRole('button', { name: 'Use the app' }))
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'abcde-23456{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/merchants'))
  expect(bodies).toEqual([{ challengeId: 'c1', code: 'abcde-23456' }])
})

it.each(['/payout', '/merchants?page=2&search=Ade+%26+Co', '/merchants/m1#top'])('redirects to %s', (address) => {
  expect(redirectAfterSignIn(address)).toBe(address)
})

it.each([
  undefined,
  '',
  'payout',
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
])('redirects to the merchants instead of %j', (address) => {
  expect(redirectAfterSignIn(address)).toBe('/merchants')
})
