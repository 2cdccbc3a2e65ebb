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
  { where: 'accessToken with crypto.subtle', crypto: webcrypto },
  { where: 'accessToken without crypto.subtle, on plain http', crypto: { getRandomValues: webcrypto.getRandomValues } },
])('$where', ({ crypto }) => {
  beforeEach(() => void vi.stubGlobal('crypto', crypto))

  it('AUTH-08 signs a request as the server expects, without including the token', async () => {
    const header = await accessToken(request)
    expect(header).toBe('v1.s1.1767225600000.VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos')
    expect(header).not.toContain(request.token)
  })

  it('AUTH-08 signs the headers of a write when the server accepts version 2', async () => {
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
])('AUTH-08 changes the signature with the hash key and every signed part: %o', async (change) => {
  expect(await accessToken({ ...request, ...change })).not.toBe(await accessToken(request))
})

it.each([{ idempotencyKey: 'another-key' }, { mode: 'SANDBOX' }])(
  'AUTH-08 changes the version 2 signature with every signed header: %o',
  async (change) => {
    const other = await accessToken({ ...request, headers: { ...headers, ...change } })
    expect(other).not.toBe(await accessToken({ ...request, headers }))
  },
)
