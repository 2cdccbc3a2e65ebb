import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const { session } = contract
const signedOut = { mode: 'signed-out' } as const

it('AUTH-11 resets a forgotten password with an emailed code', async () => {
  const bodies: unknown[] = []
  const record = ({ body }: { body: unknown }) => {
    bodies.push(body)
    return {}
  }
  const { user } = renderConsole(
    '/',
    [answer(session.forgetPassword, record), answer(session.resetPassword, record, 'Your password was changed')],
    signedOut,
  )
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  await screen.findByRole('heading', { name: 'Forgot password' })
  await user.type(screen.getByLabelText('Email address'), 'ada@demo.test')
  await user.click(screen.getByRole('button', { name: 'Email me a code' }))

  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.paste('654321')
  await user.type(screen.getByLabelText('New password'), 'a-better-one')
  await user.type(screen.getByLabelText('Confirm password'), 'a-worse-one')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Both passwords must match')).toBeTruthy()

  await user.clear(screen.getByLabelText('Confirm password'))
  await user.type(screen.getByLabelText('Confirm password'), 'a-better-one')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Your password was changed')).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(bodies).toEqual([
    { email: 'ada@demo.test' },
    { email: 'ada@demo.test', code: '654321', password: 'a-better-one' },
  ])
})

it('AUTH-11 shows the server error of the new password at its field', async () => {
  const sentence = 'This password is too common'
  const { user } = renderConsole(
    '/reset-password?email=ada@demo.test',
    [refuse(session.resetPassword, 400, { message: 'Check the form', fields: { password: sentence } })],
    signedOut,
  )
  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.paste('654321')
  await user.type(screen.getByLabelText('New password'), '123456')
  await user.type(screen.getByLabelText('Confirm password'), '123456')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
})

it('AUTH-11 resends the code by email', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const bodies: unknown[] = []
  const { user } = renderConsole(
    '/reset-password?email=ada@demo.test',
    [
      answer(session.resendReset, ({ body }) => {
        bodies.push(body)
        return {}
      }),
    ],
    signedOut,
  )
  expect(await screen.findByRole('button', { name: 'Resend in 60 s' })).toHaveProperty('disabled', true)
  vi.setSystemTime(Date.now() + 60_000)
  await user.click(await screen.findByRole('button', { name: 'Resend the code' }))
  await waitFor(() => expect(bodies).toEqual([{ email: 'ada@demo.test' }]))
})
