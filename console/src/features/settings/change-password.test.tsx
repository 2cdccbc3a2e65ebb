import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refuse } from '../../testing/answer.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { settingsServer } from '../../testing/settings-server.ts'

const { account } = contract
const labels = ['Old password', 'New password', 'Confirm password'] as const

async function open(server = settingsServer()) {
  const { user } = renderConsole('/settings?status=password', server.handlers)
  await screen.findByRole('region', { name: 'Change password' })
  const type = async (label: (typeof labels)[number], text: string) => {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    if (text !== '') await user.type(field, text)
    await user.tab()
  }
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' })
  return { user, server, type, button }
}

/** Returns the error message of a field. */
function faultOf(label: (typeof labels)[number]): string {
  const describedBy = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return describedBy
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
}

it.each([
  ['Old password', '', 'Old Password is required'],
  ['Old password', '12345', 'Password must not be less than 6 characters'],
  ['New password', '', 'New Password is required'],
  ['New password', '12345', 'Password must not be less than 6 characters'],
  ['Confirm password', '', 'Confirm password is required'],
  ['Confirm password', '12345', 'Confirm password must not be less than 6 characters'],
  ['Confirm password', 'another-one', 'Both passwords must match'],
] as const)('VALID-19 VALID-20 VALID-21 shows for %s %j the error: %s', async (label, text, sentence) => {
  const { type, button } = await open()
  for (const one of labels) await type(one, 'long-enough')
  expect(button().disabled).toBe(false)
  await type(label, text)
  expect(faultOf(label)).toBe(sentence)
  expect(button().disabled).toBe(true)
})

it('VALID-22 submits only valid changes, without the confirmation, and resets the form', async () => {
  const { user, server, type, button } = await open()
  expect(button().disabled).toBe(true)
  await type('Old password', 'the-old-one')
  await type('New password', 'the-new-one')
  expect(button().disabled).toBe(true)
  await type('Confirm password', 'the-new-one')
  await user.click(button())
  expect(await screen.findByText('Your password was changed')).toBeTruthy()
  expect(server.asked).toEqual([{ call: 'password', body: { oldPassword: 'the-old-one', password: 'the-new-one' } }])
  for (const label of labels) expect(screen.getByLabelText(label)).toHaveProperty('value', '')
  expect(button().disabled).toBe(true)
})

it.each([
  ['Old password', { oldPassword: 'The old password is wrong' }],
  ['New password', { password: 'Password must not be less than 12 characters' }],
] as const)('SETTINGS-07 shows the server error at %s and keeps the input', async (label, fields) => {
  const server = settingsServer()
  const [sentence = ''] = Object.values(fields)
  server.handlers.unshift(refuse(account.changePassword, 400, { message: sentence, fields }))
  const { user, type, button } = await open(server)
  for (const one of labels) await type(one, 'long-enough')
  await user.click(button())
  await waitFor(() => expect(faultOf(label)).toBe(sentence))
  expect(screen.getByLabelText(label)).toHaveProperty('value', 'long-enough')
})
