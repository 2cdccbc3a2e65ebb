import { contract } from '@kobo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { expect, it } from 'vitest'
import { readStoredSession, storeSession } from '../api/stored-session.ts'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { renderConsole } from '../testing/render-console.tsx'

const { session, merchants } = contract

/** A list of one merchant. */
function only(businessName: string, waitMs = 0) {
  return answer(merchants.list, async () => {
    await delay(waitMs)
    return {
      totalRecords: 1,
      totalVerifiedMerchants: 1,
      totalNonVerifiedMerchants: 0,
      merchants: [
        {
          id: 'merchant-1',
          createdAt: '2026-11-20T13:32:00.000Z',
          businessName,
          email: 'hello@demo.test',
          totalWallets: 3,
          verified: 'ACCEPTED',
          status: 'ACTIVE',
        },
      ],
    }
  })
}

const bola = { ...adaeze, id: 'staff-2', firstName: 'Bola', lastName: 'Adeyemi', email: 'bola@demo.test' }
const wake = () => act(() => void window.dispatchEvent(new Event('focus')))

it('SHELL-11 clears the session and remembered searches on logout, and keeps display preferences', async () => {
  const looks = {
    'mantine-color-scheme-value': 'dark',
    'kobo.list.density': 'compact',
    'kobo.list.merchants.hidden-columns': '["Email address"]',
    'kobo.nav-folded': 'true',
  }
  for (const [key, value] of Object.entries(looks)) localStorage.setItem(key, value)
  localStorage.setItem('kobo.list.merchants.search', 'danfo')
  const { user } = renderConsole('/disputes/sample', [answer(session.logout, () => ({}))])
  await user.click(await screen.findByRole('button', { name: /Adaeze Okonkwo/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual(looks)
})

it('never shows the previous person’s data in a tab that slept through another sign-in', async () => {
  renderConsole('/merchants', [only('Danfo Express')])
  await screen.findByText('Danfo Express')
  // A sleeping tab receives no storage event.
  storeSession({ token: 'n3w', sessionId: 's2', mode: 'PRODUCTION' })
  apiServer.use(
    only('Suya Spot', 200),
    answer(session.profile, () => ({ user: bola, mode: serverSession.mode })),
  )
  wake()
  expect(screen.queryByText('Danfo Express')).toBeNull()
  await screen.findByText('Bola Adeyemi')
  expect(screen.queryByText('Danfo Express')).toBeNull()
  expect(await screen.findByText('Suya Spot')).toBeTruthy()
})

it('keeps the new session when a request of the previous person returns 401', async () => {
  const { user } = renderConsole('/disputes/sample', [
    refuse(session.changeMode, 401, { message: 'No session', code: 'not_signed_in' }),
  ])
  await screen.findByText('Adaeze Okonkwo')
  storeSession({ token: 'n3w', sessionId: 's2', mode: 'PRODUCTION' })
  apiServer.use(answer(session.profile, () => ({ user: bola, mode: serverSession.mode })))
  await user.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByText('Bola Adeyemi')).toBeTruthy()
  expect(readStoredSession()?.sessionId).toBe('s2')
  expect(screen.queryByText('You are not authenticated, please login')).toBeNull()
})

it('ignores keyboard shortcuts while a dialog is open', async () => {
  const { user } = renderConsole('/merchants', [only('Danfo Express')])
  await screen.findByText('Danfo Express')
  await user.click(screen.getByRole('button', { name: 'Filter by' }))
  const dialog = await screen.findByRole('dialog')
  // Outside of fields, where these keys are text.
  within(dialog).getByRole('button', { name: 'Close' }).focus()
  await user.keyboard('/?{Control>}k{/Control}')
  // Leaves time for the lazy components to load.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
  expect(document.activeElement?.getAttribute('type')).not.toBe('search')
})

it('returns the focus when the filter, export, shortcuts or palette dialog closes', async () => {
  const { user } = renderConsole('/merchants', [only('Danfo Express')])
  await screen.findByText('Danfo Express')
  for (const name of ['Filter by', 'Export']) {
    const button = screen.getByRole('button', { name })
    await user.click(button)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  }
  const row = screen.getByRole('link', { name: /Danfo Express/ })
  row.focus()
  for (const keys of ['?', '{Control>}k{/Control}']) {
    await user.keyboard(keys)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(row)
  }
})
