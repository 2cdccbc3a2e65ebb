import { expect, it } from 'vitest'
import { signCall } from './sign-call.ts'

const session = { token: 't0k3n', sessionId: 's1' }
const call = {
  method: 'POST',
  path: '/transaction/webhook/resend',
  body: '{"transactionId":"txn_1"}',
  timestampMs: 1767225600000,
}

it('produces the same signature of the example call as the server and the console', () => {
  expect(signCall(session, 'demo-hash-key', call)).toBe(
    'v1.s1.1767225600000.VDfdO83ZgaxLNzdBMe8J-hEMEYNY-GTD_nt0Td1dRos',
  )
})

const headers = { idempotencyKey: 'key-of-one-intent', mode: 'PRODUCTION' }

it('covers the headers of a write in version 2', () => {
  expect(signCall(session, 'demo-hash-key', { ...call, headers })).toBe(
    'v2.s1.1767225600000.t1_pgx487o6PBHY3eEXYnKv4XyniMFY86NiYxSczgq4',
  )
})

it('covers every part of the call', () => {
  const signatures = [
    signCall(session, 'demo-hash-key', call),
    signCall(session, 'other-key', call),
    signCall({ ...session, token: 'other' }, 'demo-hash-key', call),
    signCall(session, 'demo-hash-key', { ...call, method: 'PUT' }),
    signCall(session, 'demo-hash-key', { ...call, path: '/transaction/webhook/resend?x=1' }),
    signCall(session, 'demo-hash-key', { ...call, body: '' }),
    signCall(session, 'demo-hash-key', { ...call, timestampMs: call.timestampMs + 1 }),
    signCall(session, 'demo-hash-key', { ...call, headers }),
    signCall(session, 'demo-hash-key', { ...call, headers: { ...headers, idempotencyKey: 'another-key' } }),
    signCall(session, 'demo-hash-key', { ...call, headers: { ...headers, mode: 'SANDBOX' } }),
  ]
  expect(new Set(signatures).size).toBe(signatures.length)
})
