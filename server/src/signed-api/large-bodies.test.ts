import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { eventually } from '../testing/payouts.ts'
import { sendSigned } from '../testing/signed-callers.ts'

const megabyte = 1024 * 1024
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Sends all of a body but its last byte, with a wrong signature; returns a function that disconnects. */
function sendIncomplete(path: string, bytes: number): () => void {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes),
    'webhook-id': 'msg_incomplete',
    'webhook-timestamp': String(Math.floor(app.clock.now().getTime() / 1000)),
    'webhook-signature': 'v1,d3Jvbmc=',
  }
  const sent = request(`${app.url}/rails/${path}`, { method: 'POST', headers })
  sent.on('error', () => {})
  sent.write(' '.repeat(bytes - 1))
  return () => sent.destroy()
}

it.each([
  ['merchants/batches', 8],
  ['merchants/disputes/replies', 16],
  ['acquirer/payments', 1],
])('limits the memory of bodies that are read before their signature is verified: %s', async (path, megabytes) => {
  const unsigned = () => sendSigned(app, path, { reference: 'small' }, { secret: 'whsec_d3Jvbmc=' })
  expect((await unsigned()).status).toBe(401)
  const incomplete = [1, 2, 3].map(() => sendIncomplete(path, megabytes * megabyte))
  try {
    const refused = await eventually(async () => {
      const reply = await unsigned()
      return reply.status !== 401 && reply
    })
    expect([refused.status, refused.said['code'], refused.retryAfter]).toEqual([503, 'unavailable', '10'])
  } finally {
    for (const disconnect of incomplete) disconnect()
  }
  await eventually(async () => (await unsigned()).status === 401)
})
