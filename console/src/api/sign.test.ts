import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken } from './sign.ts'

const request = {
  token: 't0k3n',
  hashKey: 'demo-hash-key',
  sessionId: 's1',
  timestampMs: 1_767_225_600_000,
  method: 'POST',
  path: '/transaction/webhook/resend',
  body: '{"transactionId":"txn_1"}',
}

const headers = { idempotencyKey: 'key-of-one-intent', mode: 'PRODUCTION' }

afterEach(() => vi.unstubAllGlobals())

describe.each([
  { where: 'where the browser hashes by itself', crypto: webcrypto },
  { where: 'on a plain-http host', crypto: { getRandomValues: webcrypto.getRandomValues } },
])('$where', ({ crypto }) => {
  beforeEach(() => void vi.stubGlobal('crypto', crypto))

  it('AUTH-08 signs a request as the server expects it, without the token in it', async () => {
    const header = await accessToken(request)
    expect(header).toBe('v1.s1.1767225600000.VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos')
    expect(header).not.toContain(request.token)
  })

  it('AUTH-08 signs the headers of a write too, for a server that takes the second version', async () => {
    const header = await accessToken({ ...request, headers })
    expect(header).toBe('v2.s1.1767225600000.t1_pgx487o6PBHY3eEXYnKv4XyniMFY86NiYxSczgq4')
  })
})

it.each([
  { hashKey: 'another-key' },
  { token: 'another-token' },
  { path: '/transaction/webhook/resend?x=1' },
  { body: '' },
  { method: 'PUT' },
])('AUTH-08 depends on the hash key and on all that is sent: %o', async (change) => {
  expect(await accessToken({ ...request, ...change })).not.toBe(await accessToken(request))
})

it.each([{ idempotencyKey: 'another-key' }, { mode: 'SANDBOX' }])(
  'AUTH-08 depends on each of them: %o',
  async (change) => {
    const other = await accessToken({ ...request, headers: { ...headers, ...change } })
    expect(other).not.toBe(await accessToken({ ...request, headers }))
  },
)
