import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse } from '../../testing/answer.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { settingsServer } from '../../testing/settings-server.ts'

const { secondFactor } = contract
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codes = Array.from({ length: 10 }, (_, number) => `abcd${'efghjkmnpq'[number]}-rstuv`)
const inUse = { isOn: true, since: '2026-03-04T10:00:00.000Z', recoveryCodesLeft: 1 }

it('sets up an authenticator app with password, QR code, secret, first code and recovery codes', async () => {
  const server = settingsServer()
  const bodies: unknown[] = []
  const { user } = renderConsole('/settings?status=security', [
    ...server.handlers,
    answer(secondFactor.setUp, ({ body }) => {
      bodies.push(body)
      return { secret, uri: `otpauth://totp/Kobo%20Console:ada?secret=${secret}` }
    }),
    answer(secondFactor.turnOn, ({ body }) => {
      bodies.push(body)
      server.has.factor = { ...inUse, recoveryCodesLeft: 10 }
      return { recoveryCodes: codes }
    }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await user.type(await screen.findByLabelText('Password'), 'kobo-demo-2026')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  const picture = await screen.findByRole('img', { name: 'QR code of the secret' })
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  await user.click(screen.getByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/since 04 March 2026\. 10 recovery codes are left\.$/)).toBeTruthy()
  expect(bodies).toEqual([{ password: 'kobo-demo-2026' }, { code: '123456' }])
})

it('shows a wrong password and a wrong code at their fields', async () => {
  const message = 'The password is wrong'
  const { user } = renderConsole('/settings?status=security', [
    ...settingsServer().handlers,
    refuse(secondFactor.setUp, 400, { message, code: 'wrong_credentials', fields: { password: message } }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
  await user.type(await screen.findByLabelText('Password'), 'not-it')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.queryByRole('img', { name: 'QR code of the secret' })).toBeNull()
})

it('generates new recovery codes for an authenticator code and shows them once', async () => {
  const { user } = renderConsole('/settings?status=security', [
    ...settingsServer({ factor: inUse }).handlers,
    answer(secondFactor.renewCodes, () => ({ recoveryCodes: codes })),
  ])
  expect(await screen.findByText(/1 recovery code is left\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
  await user.click(await screen.findByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  await user.click(screen.getByRole('button', { name: 'Generate new codes' }))
  expect(await screen.findByText(codes[0] ?? '')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I have saved them' }))
  await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull())
})

it('disables the app with password and authenticator or recovery code', async () => {
  const server = settingsServer({ factor: inUse })
  const bodies: unknown[] = []
  const { user } = renderConsole('/settings?status=security', [
    ...server.handlers,
    answer(secondFactor.turnOff, ({ body }) => {
      bodies.push(body)
      server.has.factor = { isOn: false, since: null, recoveryCodesLeft: 0 }
      return {}
    }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Password'), 'kobo-demo-2026')
  await user.type(dialog.getByLabelText('Authenticator or recovery code'), 'abc')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await dialog.findByText('Code must be six digits or a recovery code')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Authenticator or recovery code'))
  await user.type(dialog.getByLabelText('Authenticator or recovery code'), 'abcde-rstuv')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
  expect(bodies).toEqual([{ password: 'kobo-demo-2026', code: 'abcde-rstuv' }])
})
