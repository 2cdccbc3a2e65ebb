import { contract } from '@kobo/contract'
import { screen, waitFor } from '@testing-library/react'
import { type HttpHandler, delay } from 'msw'
import { expect, it } from 'vitest'
import { aMerchant } from '../testing/a-merchant.ts'
import { answer, record, refuse, serverSession } from '../testing/answer.ts'
import { adaeze } from '../testing/api-server.ts'
import { merchantServer } from '../testing/merchant-server.ts'
import { renderConsole } from '../testing/render-console.tsx'

const { session, merchants } = contract
const totals = { totalRecords: 1, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 0 }
const row = { id: 'm1', createdAt: '2026-11-20T12:00:00Z', totalWallets: 1, verified: 'ACCEPTED', status: 'ACTIVE' }

/** A server whose profile responds when `answerProfile` is called; records all other requests. */
function slowProfile() {
  const requests: string[] = []
  let respondProfile = () => {}
  const released = new Promise<void>((resolve) => {
    respondProfile = resolve
  })
  const handlers: HttpHandler[] = [
    answer(session.profile, async () => {
      await released
      return { user: adaeze, mode: serverSession.mode }
    }),
    record(requests, merchants.list, () => ({
      ...totals,
      merchants: [{ ...row, businessName: `Of ${serverSession.mode}` }],
    })),
  ]
  return { requests, handlers, respondProfile }
}

it('loads the list once, while the session is still loading', async () => {
  const { requests, handlers, respondProfile } = slowProfile()
  renderConsole('/merchants?page=2&perPage=20&filterStatus=ACCEPTED', handlers)
  await waitFor(() => expect(requests).toEqual(['page=2&size=20&verified=ACCEPTED']))
  expect(screen.queryByRole('table')).toBeNull()
  respondProfile()
  expect(await screen.findByText('Of PRODUCTION')).toBeTruthy()
  expect(requests).toHaveLength(1)
})

it('loads no list early when a remembered search applies', async () => {
  localStorage.setItem('kobo.list.merchants.search', 'ade')
  const { requests, handlers, respondProfile } = slowProfile()
  renderConsole('/merchants', handlers)
  await screen.findByRole('status', { name: 'Loading your session' })
  await delay(500)
  expect(requests).toEqual([])
  respondProfile()
  expect(await screen.findByText('Of PRODUCTION')).toBeTruthy()
  expect(requests).toEqual(['page=1&size=100&search=ade'])
})

it('shows no data of the remembered mode when the session has the other mode', async () => {
  const { requests, handlers, respondProfile } = slowProfile()
  renderConsole('/merchants', handlers)
  // The mode is changed elsewhere before any response arrives.
  serverSession.mode = 'SANDBOX'
  await waitFor(() => expect(requests).toHaveLength(1))
  respondProfile()
  expect(await screen.findByText('Of SANDBOX')).toBeTruthy()
  expect(screen.getByText('Test mode: no real money is moved')).toBeTruthy()
  expect(screen.queryByText(/The mode was changed in another window/)).toBeNull()
  expect(requests).toHaveLength(2)
})

it('AUTH-09 reports an expired session once when several requests return 401', async () => {
  const expired = { message: 'No session', code: 'not_signed_in' }
  renderConsole('/merchants', [refuse(session.profile, 401, expired), refuse(merchants.list, 401, expired)])
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(await screen.findAllByText('You are not authenticated, please login')).toHaveLength(1)
})

it('loads a record once, while the session is still loading', async () => {
  const { handlers, respondProfile } = slowProfile()
  let requests = 0
  const merchant = aMerchant({ id: 'm1' })
  renderConsole('/merchants/m1', [
    answer(merchants.info, () => {
      requests += 1
      return { merchant }
    }),
    ...handlers,
    ...merchantServer(() => merchant),
  ])
  await waitFor(() => expect(requests).toBe(1))
  respondProfile()
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  await delay(300)
  expect(requests).toBe(1)
})
