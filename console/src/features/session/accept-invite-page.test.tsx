import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { invites } = contract
const signedOut = { mode: 'signed-out' } as const
const link = '/invite?email=bola@demo.test&inviteCode=i-1'
const open = { valid: true, consumated: false, firstName: 'Bola', lastName: 'Ade', email: 'bola@demo.test' }

it('AUTH-13 checks an invite and accepts it with a password, without a token', async () => {
  const seen: unknown[] = []
  const { user } = renderConsole(
    link,
    [
      answer(invites.status, ({ query, headers }) => {
        seen.push([Object.fromEntries(query), headers.get('access-token')])
        return open
      }),
      answer(
        invites.accept,
        ({ body, headers }) => {
          seen.push([body, headers.get('access-token')])
          return {}
        },
        'Your account is ready',
      ),
    ],
    signedOut,
  )
  expect(await screen.findByRole('heading', { name: 'Welcome, Bola' })).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), 'bolas-own')
  await user.type(screen.getByLabelText('Confirm password'), 'bolas-own')
  await user.click(screen.getByRole('button', { name: 'Accept invite' }))
  expect(await screen.findByText('Your account is ready')).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  const address = await screen.findByLabelText<HTMLInputElement>('Email address')
  expect([address.value, document.activeElement]).toEqual(['bola@demo.test', screen.getByLabelText('Password')])
  const invitation = { email: 'bola@demo.test', inviteCode: 'i-1' }
  expect(seen).toEqual([
    [invitation, null],
    [{ ...invitation, password: 'bolas-own' }, null],
  ])
})

it.each([
  [{ ...open, consumated: true }, 'Invite already accepted'],
  [{ ...open, valid: false }, 'Invite no longer valid'],
])('AUTH-13 explains why an invite cannot be accepted, case %#', async (status, title) => {
  renderConsole(link, [answer(invites.status, () => status)], signedOut)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

it('AUTH-13 links an accepted invite to the sign-in with the email address filled in', async () => {
  const { user } = renderConsole(link, [answer(invites.status, () => ({ ...open, consumated: true }))], signedOut)
  await user.click(await screen.findByRole('link', { name: 'Go to sign in' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email address')).value).toBe('bola@demo.test')
})

it('AUTH-13 shows the server message when an invite could not be checked', async () => {
  renderConsole(link, [refuse(invites.status, 404, { message: 'There is no such invite' })], signedOut)
  expect(await screen.findByText('There is no such invite')).toBeTruthy()
})

it('AUTH-13 rejects a link without its code', async () => {
  renderConsole('/invite?email=bola@demo.test', [], signedOut)
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
})
