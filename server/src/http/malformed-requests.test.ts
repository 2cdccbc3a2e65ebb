import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { refuseConnection } from './malformed-requests.ts'

const callers: Socket[] = []
let app: FastifyInstance
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy()
  await app.close()
})

it('closes the connection of a caller whose request never ends', async () => {
  app = fastify({
    requestTimeout: 300,
    http: { connectionsCheckingInterval: 100 },
    clientErrorHandler: refuseConnection,
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const responses = await Promise.all(
    Array.from({ length: 50 }, async () => {
      // Receives the server's end without ending its own side.
      const caller = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
      caller.on('error', () => {})
      callers.push(caller)
      caller.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-le')
      const [data] = await once(caller, 'data')
      return String(data)
    }),
  )
  for (const response of responses) expect(response).toContain('HTTP/1.1 408 ')
  await expect.poll(() => connections(app)).toBe(0)
})

it('keeps a connection open whose response takes long', async () => {
  app = fastify({ clientErrorHandler: refuseConnection })
  app.get('/slow', async () => {
    await sleep(1_500)
    return 'done'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  expect(await (await fetch(`${address}/slow`)).text()).toBe('done')
})

function connections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
