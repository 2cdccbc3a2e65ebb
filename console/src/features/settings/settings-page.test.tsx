import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, refuse, serverSession } from '../../testing/answer.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { phone, settingsServer } from '../../testing/settings-server.ts'

const { account, settings } = contract

const routeField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Transfer route' })
const updateButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update route' })

it('SETTINGS-01 SETTINGS-02 shows first name, last name, email, role and the route selection', async () => {
  renderConsole('/settings', settingsServer().handlers)
  const profile = await screen.findByRole('region', { name: 'Profile' })
  for (const [label, value] of [
    ['First name', 'Adaeze'],
    ['Last name', 'Okonkwo'],
    ['Email', 'admin@demo.test'],
    ['Role', 'Administrator'],
  ] as const) {
    expect(within(profile).getByText(label).nextSibling?.textContent).toBe(value)
  }
  expect(await routeField()).toBeTruthy()
})

it('shows a guest the name of the role and when their access ends', async () => {
  const guest = { roleName: 'Outside auditor', accessUntil: '2026-12-31T22:59:59.000Z' }
  renderConsole('/settings', [signedInAs('AUDITOR', guest), ...settingsServer().handlers])
  const profile = within(await screen.findByRole('region', { name: 'Profile' }))
  expect(profile.getByText('Role').nextSibling?.textContent).toBe('Outside auditor')
  expect(profile.getByText('Access until').nextSibling?.textContent).toBe('31-12-2026 23:59')
})

it('SETTINGS-03 opens each tab by its URL', async () => {
  const { user } = renderConsole('/settings?status=password', settingsServer().handlers)
  expect(await screen.findByRole('region', { name: 'Change password' })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Security' }))
  expect(await screen.findByRole('region', { name: 'Sessions' })).toBeTruthy()
  expect(window.location.search).toBe('?status=security')
  await user.click(screen.getByRole('tab', { name: 'Profile' }))
  expect(await screen.findByRole('region', { name: 'Payment route' })).toBeTruthy()
})

it('SETTINGS-04 SETTINGS-06 CONST-09 shows the current route and offers NIP and ETRANZACT', async () => {
  const server = settingsServer({ route: { transferRoute: 'ETRANZACT' } })
  const { user } = renderConsole('/settings', server.handlers)
  const field = await routeField()
  expect(field.value).toBe('ETRANZACT')
  await user.click(field)
  expect(optionsOf(field).map(({ textContent }) => textContent)).toEqual(['NIP', 'ETRANZACT'])
})

it('SETTINGS-05 VALID-24 sends the selected route only if it differs and shows the server message', async () => {
  const server = settingsServer()
  let open: () => void = () => {}
  const pending = new Promise<void>((resolve) => (open = resolve))
  const slow = answer(
    settings.changeTransferRoute,
    async ({ body }) => {
      await pending
      server.asked.push({ call: 'route', body })
      server.has.route = { ...server.has.route, ...settings.changeTransferRoute.body.parse(body) }
      return {}
    },
    'Live payouts are now sent through ETRANZACT',
  )
  const { user } = renderConsole('/settings', [slow, ...server.handlers])
  await user.click(await routeField())
  expect(updateButton().disabled).toBe(true)
  await user.click(await screen.findByRole('option', { name: 'ETRANZACT' }))
  expect(updateButton().disabled).toBe(false)
  await user.click(await routeField())
  await user.click(await screen.findByRole('option', { name: 'NIP' }))
  expect(updateButton().disabled).toBe(true)
  await user.click(await routeField())
  await user.click(await screen.findByRole('option', { name: 'ETRANZACT' }))
  await user.click(updateButton())
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Updating...' })
  expect(busy.disabled).toBe(true)
  open()
  expect(await screen.findByText('Live payouts are now sent through ETRANZACT')).toBeTruthy()
  await waitFor(() => expect(updateButton().disabled).toBe(true))
  expect((await routeField()).value).toBe('ETRANZACT')
  expect(server.asked).toEqual([{ call: 'route', body: { transferRoute: 'ETRANZACT' } }])
})

it.each([[null], [undefined], ['UPSL']])(
  'VALID-23 requires a route when the server returns %j',
  async (transferRoute) => {
    const server = settingsServer({ route: { transferRoute } })
    const { user } = renderConsole('/settings', server.handlers)
    const field = await routeField()
    expect([field.value, field.placeholder]).toEqual(['', 'Select a route'])
    expect(updateButton().disabled).toBe(true)
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'NIP' }))
    expect(updateButton().disabled).toBe(false)
  },
)

it('VALID-23 shows an error and sends nothing when no route is selected', async () => {
  const server = settingsServer({ route: { transferRoute: null } })
  renderConsole('/settings', server.handlers)
  const form = (await routeField()).closest('form')
  if (form) fireEvent.submit(form)
  expect(await screen.findByText('Select a route')).toBeTruthy()
  expect(server.asked).toEqual([])
})

it('VALID-23 uses the contract’s message for a missing route', () => {
  for (const transferRoute of [undefined, null, '', 'UPSL']) {
    const { error } = settings.changeTransferRoute.body.safeParse({ transferRoute })
    expect(error?.issues[0]?.message).toBe('Select a route')
  }
})

it('ERR-13 shows why the route could not be changed and keeps the selection', async () => {
  const { handlers } = settingsServer()
  const refusal = refuse(settings.changeTransferRoute, 422, { message: 'The switch is closed for now' })
  const { user } = renderConsole('/settings', [refusal, ...handlers])
  await user.click(await routeField())
  await user.click(await screen.findByRole('option', { name: 'ETRANZACT' }))
  await user.click(updateButton())
  expect(await screen.findByText('The switch is closed for now')).toBeTruthy()
  expect((await routeField()).value).toBe('ETRANZACT')
})

it('SETTINGS-02 shows the route read-only with the reason to users without the permission', async () => {
  const { handlers } = settingsServer({ route: { transferRoute: 'NIP', mayChange: false } })
  renderConsole('/settings', handlers)
  expect((await routeField()).closest('fieldset')?.disabled).toBe(true)
  expect(screen.getByText('Only an administrator can change the route')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Update route' })).toBeNull()
})

it('SETTINGS-04 offers a retry when the route cannot be fetched', async () => {
  const server = settingsServer()
  const broken = refuse(settings.transferRoute, 400, { message: 'Not now' })
  const { user } = renderConsole('/settings', [broken, ...server.handlers])
  expect(await screen.findByRole('button', { name: 'Refetch Details' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Profile' })).toBeTruthy()
  expect(serverSession.mode).toBe('PRODUCTION')
  await user.click(screen.getByRole('tab', { name: 'Security' }))
  expect(await screen.findByText('Safari on iPhone')).toBeTruthy()
})

it('stores colours and row density in this browser, shared with menu and lists', async () => {
  const { user } = renderConsole('/settings', settingsServer().handlers)
  const appearance = within(await screen.findByRole('region', { name: 'Appearance' }))
  expect(appearance.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
  await user.click(appearance.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark')
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  await user.click(appearance.getByRole('radio', { name: 'Compact' }))
  expect(localStorage.getItem('kobo.list.density')).toBe('compact')
  await user.click(appearance.getByRole('radio', { name: 'System' }))
})

it('lists the sessions with device, IP address and times and marks the current one', async () => {
  renderConsole('/settings?status=security', settingsServer().handlers)
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('Safari on iPhone')
  expect(first?.textContent).toContain('_')
  expect(first?.textContent).toContain('Signed in 03-03-2026 09:00')
  expect(first?.textContent).toContain('Last used 04-03-2026 10:15')
  expect(second?.textContent).toContain('Chrome on WindowsThis session203.0.113.7')
  expect(within(second ?? list).queryByRole('button')).toBeNull()
})

it('ends another session after a confirmation', async () => {
  const server = settingsServer()
  const { user } = renderConsole('/settings?status=security', server.handlers)
  await user.click(await screen.findByRole('button', { name: /^End the session of Safari on iPhone/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Are you sure you want to end this session?')).toBeTruthy()
  expect(dialog.queryByText('Live mode')).toBeNull()
  expect(server.asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'End session' }))
  expect(await screen.findByText('The session was ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(server.asked).toEqual([{ call: 'end', body: { sessionId: phone.id } }])
})

it('shows the server message when a session has already ended', async () => {
  const server = settingsServer()
  const sessionNotFound = refuse(account.endSession, 404, {
    message: 'This session was not found. It may already have ended',
  })
  const { user } = renderConsole('/settings?status=security', [sessionNotFound, ...server.handlers])
  await user.click(await screen.findByRole('button', { name: /^End the session/ }))
  server.has.sessions = server.has.sessions.filter(({ isThis }) => isThis)
  await user.click(await screen.findByRole('button', { name: 'End session' }))
  expect(await screen.findByText('This session was not found. It may already have ended')).toBeTruthy()
})
