import { once } from 'node:events'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../testing/payouts.ts'
import { bodyBudget } from './body-budget.ts'
import { sendFailure } from './error-handler.ts'

const together = 100_000
let app: FastifyInstance
let url: string
/** Completes the calls that are under way. */
let release: () => void = () => {}
let begun = 0

beforeAll(async () => {
  app = fastify()
  app.setErrorHandler(sendFailure)
  let waited = new Promise<void>((resolve) => (release = resolve))
  app.post('/held', { preParsing: bodyBudget(together) }, async () => {
    begun += 1
    await waited
    waited = new Promise<void>((resolve) => (release = resolve))
    return {}
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const post = (bytes: number) =>
  fetch(`${url}/held`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(bytes)),
  })

it('limits the total size of bodies until their responses are sent', async () => {
  const first = post(60_000)
  await eventually(async () => begun === 1)
  const refused = await post(60_000)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  const small = post(20_000)
  await eventually(async () => begun === 2)
  release()
  expect([(await first).status, (await small).status]).toEqual([200, 200])
  const again = post(60_000)
  await eventually(async () => begun === 3)
  release()
  expect((await again).status).toBe(200)
})

it('does not count a body that was announced but not sent', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /held HTTP/1.1', 'host: a', 'content-type: application/json', 'content-length: 90000', '', '"']
  await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()))
  const before = begun
  const second = post(90_000)
  await eventually(async () => begun === before + 1)
  release()
  expect((await second).status).toBe(200)
  socket.destroy()
})
