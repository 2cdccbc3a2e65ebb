import { contract } from '@kobo/contract'
import { delay } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer } from '../testing/api-server.ts'
import { sendEarlyReads, storageKey, takeEarlyRead } from './early-reads.ts'
import { send } from './send.ts'
import { reopenSession } from './session-store.ts'

const { session } = contract
const profile = '/user/profile'
const configuration = { apiBaseUrl: '/api', hashKey: 'demo-hash-key', accessToken: 'v1' }
const stored = { token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' }

/** Access tokens of the profile's requests. */
let tokens: (string | null)[]

beforeEach(() => {
  serverSession.mode = 'PRODUCTION'
  tokens = []
  vi.spyOn(performance, 'now').mockReturnValue(100)
  apiServer.use(
    answer(session.profile, ({ headers }) => {
      tokens.push(headers.get('access-token'))
      return { user: adaeze, mode: serverSession.mode }
    }),
  )
  setPage(configuration, stored)
})

afterEach(() => {
  document.getElementById('config')?.remove()
  delete window.earlyReads
  vi.restoreAllMocks()
})

function setPage(config: object | null, kept: object | null): void {
  document.getElementById('config')?.remove()
  if (config) {
    const element = document.createElement('script')
    Object.assign(element, { type: 'application/json', id: 'config', textContent: JSON.stringify(config) })
    document.head.append(element)
  }
  localStorage.clear()
  if (kept) localStorage.setItem(storageKey, JSON.stringify(kept))
  reopenSession()
}

it('AUTH-06 signs an early read like any other, and sends it once', async () => {
  sendEarlyReads([profile])
  const { data } = await send(session.profile, {})
  expect(data.user).toEqual(adaeze)
  expect(tokens).toHaveLength(1)
  expect(tokens[0]).toMatch(/^v1\.s1\.\d{13}\.[\w-]{43}$/)
  await send(session.profile, {})
  expect(tokens).toHaveLength(2)
})

it('sends a read again that failed early', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  sendEarlyReads([profile])
  await delay(20)
  expect((await send(session.profile, {})).data.user).toEqual(adaeze)
  expect(tokens).toHaveLength(1)
})

it('reads an early response even if nothing takes it', async () => {
  const response = new Response('{}')
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(response)
  sendEarlyReads([profile])
  await vi.waitFor(() => expect(response.bodyUsed).toBe(true))
})

it('AUTH-09 ends the session when an early read is unauthenticated', async () => {
  apiServer.use(refuse(session.profile, 401, { message: 'No session', code: 'not_signed_in' }))
  sendEarlyReads([profile])
  await expect(send(session.profile, {})).rejects.toThrow('No session')
  expect(localStorage.getItem(storageKey)).toBeNull()
})

it('gives an early response neither to another session nor after ten seconds', async () => {
  sendEarlyReads([profile])
  expect(await takeEarlyRead(`/api${profile}`, 's2')).toBeUndefined()
  sendEarlyReads([profile])
  await vi.waitFor(() => expect(tokens).toHaveLength(2))
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  expect(await takeEarlyRead(`/api${profile}`, 's1')).toBeUndefined()
})

it.each([
  ['a session', configuration, null],
  ['an embedded configuration', null, stored],
  ['a readable session', configuration, { token: 7, sessionId: 's1' }],
])('sends nothing early without %s', async (_what, config, kept) => {
  setPage(config, kept)
  sendEarlyReads([profile])
  await delay(20)
  expect(window.earlyReads).toBeUndefined()
  expect(tokens).toEqual([])
})
