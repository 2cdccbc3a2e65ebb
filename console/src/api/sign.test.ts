import { expect, it } from 'vitest'
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

it('AUTH-08 signs a request as the server expects it, without the token in it', () => {
  const header = accessToken(request)
  expect(header).toBe('v1.s1.1767225600000.VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos')
  expect(header).not.toContain(request.token)
})

it.each([
  { hashKey: 'another-key' },
  { token: 'another-token' },
  { path: '/transaction/webhook/resend?x=1' },
  { body: '' },
  { method: 'PUT' },
])('AUTH-08 depends on the hash key and on all that is sent: %o', (change) => {
  expect(accessToken({ ...request, ...change })).not.toBe(accessToken(request))
})

const headers = { idempotencyKey: 'key-of-one-intent', mode: 'PRODUCTION' }

it('AUTH-08 signs the headers of a write too, for a server that takes the second version', () => {
  expect(accessToken({ ...request, headers })).toBe('v2.s1.1767225600000.t1_pgx487o6PBHY3eEXYnKv4XyniMFY86NiYxSczgq4')
})

it.each([{ idempotencyKey: 'another-key' }, { mode: 'SANDBOX' }])('AUTH-08 depends on each of them: %o', (change) => {
  const other = accessToken({ ...request, headers: { ...headers, ...change } })
  expect(other).not.toBe(accessToken({ ...request, headers }))
})
