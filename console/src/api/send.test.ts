import { contract } from '@kobo/contract'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answer, refuse, serverSession } from '../testing/answer.ts'
import { adaeze, apiServer, askedOfServer } from '../testing/api-server.ts'
import { serverNow } from './clock.ts'
import { sendIntent } from './intents.ts'
import { endPreview, previewRole } from './role-preview.ts'
import { send } from './send.ts'
import { adoptMode, beginSession, confirmSession, reopenSession, signer } from './session-store.ts'
import { accessToken } from './sign.ts'
import { storeSession } from './stored-session.ts'

const { merchants, session } = contract
const emptyReply = { totalRecords: 0, totalVerifiedMerchants: 0, totalNonVerifiedMerchants: 0, merchants: [] }

beforeEach(() => {
  serverSession.mode = 'PRODUCTION'
  storeSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' })
  reopenSession()
})

it('AUTH-06 sends an access token header with an authenticated call, and never the token', async () => {
  let seen = new Headers()
  apiServer.use(
    answer(merchants.list, ({ headers }) => {
      seen = headers
      return emptyReply
    }),
  )
  await send(merchants.list, { page: 1 })
  expect(seen.get('access-token')).toMatch(/^v1\.s1\.\d{13}\.[\w-]{43}$/)
  expect(JSON.stringify([...seen])).not.toContain('t0k3n')
  expect(seen.get('x-mode')).toBeNull()
})

it('AUTH-06 CONST-18 sends writes to the configured base address, and signs their own key and mode for version 2', async () => {
  // The configuration is loaded once per page.
  vi.resetModules()
  const page = await import('./send.ts')
  const seen: Headers[] = []
  apiServer.use(
    http.get('/config.json', () =>
      HttpResponse.json({ apiBaseUrl: 'https://api.kobo.test/v1', hashKey: 'demo-hash-key', accessToken: 'v2' }),
    ),
    http.post(`https://api.kobo.test/v1${merchants.startReview.path}`, ({ request }) => {
      seen.push(request.headers)
      return HttpResponse.json({ status: true, message: 'Done', data: {} })
    }),
  )
  await page.send(merchants.startReview, { merchantId: 'm1' }, { idempotencyKey: 'key-of-one-intent' })
  await page.send(merchants.startReview, { merchantId: 'm1' })
  await page.send(merchants.startReview, { merchantId: 'm1' })
  expect(seen).toHaveLength(3)
  for (const headers of seen) {
    const timestampMs = Number(headers.get('access-token')?.split('.')[2])
    expect(headers.get('access-token')).toBe(
      await accessToken({
        token: 't0k3n',
        sessionId: 's1',
        hashKey: 'demo-hash-key',
        timestampMs,
        method: 'POST',
        path: merchants.startReview.path,
        body: '{"merchantId":"m1"}',
        headers: { idempotencyKey: headers.get('idempotency-key') ?? '', mode: 'PRODUCTION' },
      }),
    )
  }
  const keys = seen.map((headers) => headers.get('idempotency-key') ?? '')
  expect(keys[0]).toBe('key-of-one-intent')
  expect(keys.every((key) => key.length >= 8)).toBe(true)
  expect(new Set(keys).size).toBe(3)
})

it('AUTH-12 sends no access token with public calls', async () => {
  let seen = new Headers({ 'access-token': 'unseen' })
  apiServer.use(
    answer(session.forgetPassword, ({ headers }) => {
      seen = headers
      return {}
    }),
  )
  await send(session.forgetPassword, { email: 'ada@demo.test' })
  expect(seen.get('access-token')).toBeNull()
  expect(seen.get('x-mode')).toBeNull()
})

it('sends the screen’s mode with every write, and marks background calls', async () => {
  let seen = new Headers()
  apiServer.use(
    answer(merchants.startReview, ({ headers }) => {
      seen = headers
      return {}
    }),
  )
  await send(merchants.startReview, { merchantId: 'm1' }, { background: true, idempotencyKey: 'k1' })
  expect(seen.get('x-mode')).toBe('PRODUCTION')
  expect(seen.get('x-background')).toBe('1')
  expect(seen.get('idempotency-key')).toBe('k1')
})

it('adopts the server’s clock and retries once when the clocks differ', async () => {
  const serverTime = Date.now() + 3_600_000
  const stamps: number[] = []
  apiServer.use(
    http.get('/api/merchant', ({ request }) => {
      const at = Number(request.headers.get('access-token')?.split('.')[2])
      stamps.push(at)
      return Math.abs(at - serverTime) < 60_000
        ? HttpResponse.json({ status: true, message: '', data: emptyReply })
        : HttpResponse.json({ status: false, message: 'Clock', code: 'clock_skew', serverTime }, { status: 400 })
    }),
  )
  await send(merchants.list, {})
  expect(stamps).toHaveLength(2)
})

it('reports an unreachable server with a message', async () => {
  apiServer.use(http.get('/api/merchant', () => HttpResponse.error()))
  await expect(send(merchants.list, {})).rejects.toMatchObject({
    status: 0,
    code: 'offline',
    message: 'The server cannot be reached. Check your connection and try again',
  })
})

/** A server whose first responses are lost on the network; counts its requests. */
function loseResponses(lost: number) {
  const world = { requests: 0 }
  apiServer.use(
    http.get('/api/merchant', () => {
      world.requests += 1
      return world.requests <= lost
        ? HttpResponse.error()
        : HttpResponse.json({ status: true, message: '', data: emptyReply })
    }),
  )
  return world
}

it('retries a read once when its response is lost', async () => {
  const world = loseResponses(1)
  expect((await send(merchants.list, {})).data).toEqual(emptyReply)
  expect(world.requests).toBe(2)
})

it('fails a read when both responses are lost', async () => {
  const world = loseResponses(2)
  await expect(send(merchants.list, {})).rejects.toMatchObject({ code: 'offline' })
  expect(world.requests).toBe(2)
})

it('retries neither a rejected read nor a write whose response is lost', async () => {
  const requests: string[] = []
  apiServer.use(
    http.get('/api/merchant', () => {
      requests.push('read')
      return HttpResponse.json({ status: false, message: 'Overloaded', code: 'overloaded' }, { status: 503 })
    }),
    http.post(`/api${merchants.decline.path}`, () => {
      requests.push('write')
      return HttpResponse.error()
    }),
  )
  await expect(send(merchants.list, {})).rejects.toMatchObject({ status: 503 })
  const declined = { merchantId: 'merchant-1', reason: 'Incomplete' }
  await expect(send(merchants.decline, declined)).rejects.toMatchObject({ code: 'offline' })
  expect(requests).toEqual(['read', 'write'])
})

it('follows the server’s clock by the Date header of its responses', async () => {
  const aheadMs = 600_000
  const respondAt = (atMs: number) =>
    http.get('/api/merchant', () =>
      HttpResponse.json(
        { status: true, message: '', data: emptyReply },
        { headers: { date: new Date(atMs).toUTCString() } },
      ),
    )
  apiServer.use(respondAt(Date.now() + aheadMs))
  await send(merchants.list, {})
  expect(Math.abs(serverNow() - Date.now() - aheadMs)).toBeLessThan(5_000)
  apiServer.use(respondAt(Date.now()))
  await send(merchants.list, {})
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(5_000)
})

it('returns the server’s message, code, field errors, request ID and wait time', async () => {
  apiServer.use(
    refuse(
      merchants.decline,
      429,
      { message: 'Slow down', code: 'too_many_requests', fields: { reason: 'Reason is required' } },
      { 'retry-after': '30' },
    ),
  )
  await expect(send(merchants.decline, { merchantId: 'm1', reason: '' })).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: 'Slow down',
    fields: { reason: 'Reason is required' },
    requestId: 'req_1',
    retryAfterSeconds: 30,
  })
})

it('rejects every write but a change of the mode in the preview of a role', async () => {
  confirmSession(adaeze, 'PRODUCTION')
  previewRole({ id: 'role_1', name: 'Night desk', rights: [] })
  onTestFinished(endPreview)
  const requests = askedOfServer()
  const refused = { status: 403, message: 'You see the console as Night desk. Nothing can be changed' }
  await expect(sendIntent(contract.notifications.readAll, { upTo: 'n1' }, {})).rejects.toMatchObject(refused)
  await expect(sendIntent(merchants.startReview, { merchantId: 'm1' }, {})).rejects.toMatchObject(refused)
  expect(requests).toEqual([])
  await sendIntent(session.changeMode, { mode: 'SANDBOX' }, {})
  expect(requests.at(-1)).toBe('PUT /api/admin/mode')
})

it('uses a generic message when the response is not in the contract’s format', async () => {
  apiServer.use(http.get('/api/merchant', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(send(merchants.list, {})).rejects.toMatchObject({ status: 502, message: 'Something went wrong' })
})

it('strips response keys that are not in the contract', async () => {
  const extended = { ...emptyReply, salary: 1 }
  apiServer.use(answer(merchants.list, () => extended))
  expect((await send(merchants.list, {})).data).toEqual(emptyReply)
})

it('accepts a write response without data', async () => {
  apiServer.use(
    http.post(`/api${merchants.approve.path}`, () => HttpResponse.json({ status: true, message: 'Approved' })),
  )
  expect(await send(merchants.approve, { merchantId: 'm1' })).toMatchObject({ message: 'Approved', data: {} })
})

it('rejects a response that does not match the contract', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  apiServer.use(
    http.get('/api/merchant', () => HttpResponse.json({ status: true, message: '', data: { totalRecords: 'many' } })),
  )
  await expect(send(merchants.list, {})).rejects.toMatchObject({ code: 'bad_reply' })
  consoleError.mockRestore()
})

it('rejects a read that was answered in the other mode, and adopts the server’s mode', async () => {
  apiServer.use(answer(merchants.list, () => emptyReply))
  serverSession.mode = 'SANDBOX'
  await expect(send(merchants.list, {})).rejects.toMatchObject({ code: 'mode_changed' })
  expect(signer().stored?.mode).toBe('SANDBOX')
})

it('ignores the mode of a response that is older than the last mode change', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isRequested = false
  apiServer.use(
    http.get('/api/merchant', async () => {
      isRequested = true
      await released
      return HttpResponse.json({ status: true, message: '', data: emptyReply }, { headers: { 'x-mode': 'SANDBOX' } })
    }),
  )
  const earlier = send(merchants.list, {})
  await vi.waitFor(() => expect(isRequested).toBe(true))
  adoptMode('SANDBOX')
  adoptMode('PRODUCTION')
  release()
  await expect(earlier).rejects.toMatchObject({ code: 'mode_changed' })
  expect(signer().stored?.mode).toBe('PRODUCTION')
})

it('keeps a new session when a request of the previous session returns 401', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isRequested = false
  apiServer.use(
    http.get('/api/merchant', async () => {
      isRequested = true
      await released
      return HttpResponse.json({ status: false, message: 'No session', code: 'not_signed_in' }, { status: 401 })
    }),
  )
  const earlier = send(merchants.list, {})
  await vi.waitFor(() => expect(isRequested).toBe(true))
  beginSession({ token: 't2', sessionId: 's2', mode: 'PRODUCTION' }, adaeze)
  release()
  await expect(earlier).rejects.toMatchObject({ status: 401 })
  expect(signer().stored?.sessionId).toBe('s2')
})

it('times out a read after 30 s and a write after 60 s, each with a message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onRequest = vi.fn<() => void>()
  const never = async () => {
    onRequest()
    return await new Promise<never>(() => {})
  }
  apiServer.use(answer(merchants.list, never), answer(merchants.startReview, never))
  const failures: unknown[] = []
  const record = (failure: unknown) => failures.push(failure)
  void send(merchants.list, { page: 1 }).catch(record)
  void send(merchants.startReview, { merchantId: 'm1' }).catch(record)
  await vi.waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2))

  await vi.advanceTimersByTimeAsync(29_000)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  const tooLate = 'The server did not respond in time. Try again'
  await vi.waitFor(() => expect(failures).toMatchObject([{ status: 0, code: 'timeout', message: tooLate }]))
  await vi.advanceTimersByTimeAsync(30_000)
  const message = `${tooLate}. Your request will not be carried out twice`
  await vi.waitFor(() => expect(failures[1]).toMatchObject({ status: 0, code: 'timeout', message }))
})

it('times out a call whose configuration does not load, and loads it again for the next call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  const page = await import('./send.ts')
  const onRequest = vi.fn<() => void>()
  const never = http.get('/config.json', async () => {
    onRequest()
    return await new Promise<never>(() => {})
  })
  apiServer.use(
    answer(merchants.list, () => emptyReply),
    never,
  )
  const end = page.send(merchants.list, { page: 1 }).catch((failure: Error) => failure.message)
  await vi.waitFor(() => expect(onRequest).toHaveBeenCalledTimes(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await end).toBe('The server did not respond in time. Try again')

  apiServer.resetHandlers()
  apiServer.use(answer(merchants.list, () => emptyReply))
  await expect(page.send(merchants.list, { page: 1 })).resolves.toMatchObject({ data: emptyReply })
})

it('aborts immediately when the caller cancels, without a message', async () => {
  apiServer.use(answer(merchants.list, async () => await new Promise<never>(() => {})))
  const control = new AbortController()
  const end = send(merchants.list, { page: 1 }, { signal: control.signal }).catch((failure: Error) => failure.name)
  control.abort()
  expect(await end).toBe('AbortError')
})
