import { once } from 'node:events'
import http from 'node:http'
import { contract } from '@kobo/contract'
import { failure } from '@kobo/contract/kit/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'

let demo: TestApp
let production: TestApp

beforeAll(async () => {
  demo = await startApp({ settings: { publicUrl: 'http://kobo.demo.test:3000' } })
  production = await startApp({
    settings: {
      demo: false,
      production: true,
      publicUrl: 'https://console.example.com',
      allowedHosts: ['api.example.com'],
      exposeMetrics: false,
      exposeDocs: false,
    },
  })
})
afterAll(async () => {
  await demo.close()
  await production.close()
})

/** Requests under another host name; `fetch` would send the name that it connects to. */
async function ask(app: TestApp, host: string, path: string) {
  const request = http.get(`${app.url}${path}`, { headers: { host } })
  const [response]: http.IncomingMessage[] = await once(request, 'response')
  let text = ''
  for await (const chunk of response ?? []) text += String(chunk)
  return { status: response?.statusCode, headers: response?.headers, text }
}

describe('allowed hosts in the demo', () => {
  it.each(['localhost', 'localhost:80', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:8080', 'kobo.demo.test:3000'])(
    'accepts %s',
    async (host) => {
      expect((await ask(demo, host, '/config.json')).status).toBe(200)
    },
  )

  it.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example@localhost',
    '192.168.0.7:3000',
  ])('rejects %s', async (host) => {
    for (const path of [
      '/',
      '/config.json',
      '/outbox.json',
      '/api/user/profile',
      '/nothing.js',
      '/healthz',
      '/metrics',
    ]) {
      const reply = await ask(demo, host, path)
      expect(reply.status).toBe(421)
      expect(failure.parse(JSON.parse(reply.text))).toMatchObject({ code: 'wrong_host', requestId: expect.any(String) })
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    }
  })
})

describe('allowed hosts in production', () => {
  it('accepts only the public URL and the configured names', async () => {
    expect((await ask(production, 'console.example.com', '/config.json')).status).toBe(200)
    expect((await ask(production, 'api.example.com:443', '/config.json')).status).toBe(200)
    expect((await ask(production, '10.0.0.7:3000', '/config.json')).status).toBe(421)
    expect((await ask(production, 'evil.example', `/api${contract.session.profile.path}`)).status).toBe(421)
  })

  it('serves health checks to a load balancer by IP address', async () => {
    expect((await ask(production, '10.0.0.7:3000', '/healthz')).status).toBe(200)
    expect((await ask(production, '10.0.0.7:3000', '/readyz')).status).toBe(200)
  })

  it('hides metrics and API documentation unless configured', async () => {
    for (const path of ['/metrics', '/api/docs', '/api/openapi.json']) {
      const reply = await ask(production, 'console.example.com', path)
      expect(reply.status).toBe(404)
      expect(failure.parse(JSON.parse(reply.text)).code).toBe('not_found')
    }
  })
})
