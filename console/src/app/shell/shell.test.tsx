import { contract } from '@kobo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storageKey } from '../../api/early-reads.ts'
import { answer, refuse, serverSession } from '../../testing/answer.ts'
import { toast } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { settingsServer } from '../../testing/settings-server.ts'

const { session, search } = contract

async function modeToggle() {
  const toggle = within(await screen.findByRole('group', { name: 'Mode' }))
  return {
    live: toggle.getByRole('button', { name: 'Live' }),
    test: toggle.getByRole('button', { name: 'Test' }),
  }
}

const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true'

it('SHELL-08 shows a toggle between Live and Test mode on every protected page', async () => {
  renderConsole('/disputes/d1/merchant')
  const { live, test } = await modeToggle()
  expect(isPressed(live)).toBe(true)
  expect(isPressed(test)).toBe(false)
  expect(screen.queryByText('Test mode: no real money is moved')).toBeNull()
})

it('SHELL-09 AUTH-14 shows first name, last name and email address of the operator', async () => {
  renderConsole('/disputes/sample')
  expect(await screen.findByText('Adaeze Okonkwo')).toBeTruthy()
  expect(screen.getByText('admin@demo.test')).toBeTruthy()
})

it('SHELL-10 opens /settings from Profile in the menu', async () => {
  const { user } = renderConsole('/disputes/sample', settingsServer().handlers)
  await user.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Profile' }))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  expect(window.location.pathname).toBe('/settings')
})

it('opens the user menu by keyboard, and returns the focus to its button', async () => {
  const { user } = renderConsole('/disputes/sample')
  const button = await screen.findByRole('button', { name: /Adaeze Okonkwo/ })
  button.focus()
  await user.keyboard('{Enter}')
  const first = await screen.findByRole('menuitem', { name: 'Profile' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button.isConnected).toBe(true)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('SHELL-11 clears the session on Logout, and Back does not return to a protected page', async () => {
  const { user, router } = renderConsole('/disputes/sample')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate({ href: '/settings' })
  await user.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'kobo.list.density',
    'kobo.nav-folded',
    'kobo.single-keys',
    'kobo.start-page',
  ])

  window.history.back()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByText('Adaeze Okonkwo')).toBeNull()
})

it('SHELL-11 logs out locally when the server cannot be reached', async () => {
  const { user } = renderConsole('/disputes/sample', [refuse(session.logout, 503, { message: 'Away' })])
  await user.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(Object.keys(localStorage)).toEqual(['kobo.nav-folded'])
})

it('SHELL-35 SHELL-36 SHELL-37 ERR-18 changes the mode on server, storage and screen', async () => {
  const bodies: unknown[] = []
  const { user } = renderConsole('/disputes/sample', [
    answer(session.changeMode, ({ body }) => {
      bodies.push(body)
      serverSession.mode = 'SANDBOX'
      return {}
    }),
  ])
  const { test } = await modeToggle()
  await user.click(test)
  expect(await screen.findByText('Mode changed successfully')).toBeTruthy()
  expect(bodies).toEqual([{ mode: 'SANDBOX' }])
  expect(localStorage.getItem(storageKey)).toContain('"mode":"SANDBOX"')
  expect(isPressed(test)).toBe(true)
  expect(screen.getByText('Test mode: no real money is moved')).toBeTruthy()
  await waitFor(() => expect(document.title).toMatch(/ · Test · Kobo Console$/))
})

it('SHELL-36 refetches the page’s data after a mode change', async () => {
  const emptyList = { totalRecords: 0, totalVerifiedMerchants: 0, totalNonVerifiedMerchants: 0, merchants: [] }
  let requests = 0
  const { user } = renderConsole('/merchants', [
    answer(contract.merchants.list, () => {
      requests += 1
      return emptyList
    }),
  ])
  await waitFor(() => expect(requests).toBe(1))
  await user.click((await modeToggle()).test)
  await waitFor(() => expect(requests).toBe(2))
})

it('SHELL-38 ERR-18 shows the server’s message and keeps the mode when it cannot be changed', async () => {
  const { user } = renderConsole('/disputes/sample', [
    refuse(session.changeMode, 500, { message: 'The mode cannot be changed now' }),
  ])
  const { live, test } = await modeToggle()
  await user.click(test)
  expect(await toast('The mode cannot be changed now')).toBeTruthy()
  expect(isPressed(live)).toBe(true)
  expect(localStorage.getItem(storageKey)).toContain('"mode":"PRODUCTION"')
})

it('FIND-24 opens any page from the command palette by keyboard alone', async () => {
  const { user } = renderConsole('/disputes/sample', [
    answer(search.everything, ({ query }) => ({
      hits: [{ kind: 'merchant' as const, id: 'm1', title: `Found ${query.get('text')}`, detail: 'pay@ade.ng' }],
    })),
  ])
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Find anything' }), 'ledg')
  expect(await screen.findByText('Found ledg')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Ledger Position' })).toBeTruthy()
})

it('shows the keyboard shortcuts on ?', async () => {
  const { user } = renderConsole('/disputes/sample')
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

it('moves the focus to the heading of a newly opened page', async () => {
  const { user } = renderConsole('/disputes/sample')
  await user.click(await screen.findByRole('link', { name: 'Refunds' }))
  const heading = await screen.findByRole('heading', { name: 'Refunds' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('leaves the focus of an operator who has begun to work before a heading arrives', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const partner = {
    id: '01900000-0000-7000-8000-000000000007',
    createdAt: '2026-11-02T13:32:00.000Z',
    name: 'Zuma Rock Advisers',
    email: 'desk@zumarock.example',
    phoneNumber: '+2348035550142',
    totalMerchants: 0,
    status: 'ACTIVE',
  }
  const { user, router } = renderConsole('/disputes/sample', [
    answer(contract.partners.info, async () => {
      await arrived
      return { partner }
    }),
    answer(contract.partners.merchants, () => ({ totalRecords: 0, merchants: [] })),
  ])
  await screen.findByRole('heading', { level: 1 })
  await act(() => router.navigate({ href: `/partners/${partner.id}` }))
  await screen.findByText('No List Record Found')
  await user.keyboard('{Shift}')
  arrive()
  const heading = await screen.findByRole('heading', { name: partner.name })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).not.toBe(heading)
})

it.each([
  ['AUDITOR', 1],
  ['SUPPORT', 0],
  ['ADMIN', 0],
])('marks the top bar as read only for operators who can change nothing: %s', async (role, marks) => {
  renderConsole('/disputes/sample', [signedInAs(role)])
  await screen.findByRole('heading', { level: 1 })
  const shown = screen.queryAllByText('Read only')
  expect(shown.map(({ title }) => title)).toEqual(Array(marks).fill('Your role, Auditor, can change nothing'))
})

it('does not mark the top bar on a server without roles', async () => {
  renderConsole('/disputes/sample')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText('Read only')).toBeNull()
})
