import net from 'node:net'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stored } from './testing/stored.ts'
import { type Client, startApp, type TestApp } from './testing/app.ts'
import { readAnswer } from './testing/client.ts'
import { aFile, aMerchant } from './testing/factories.ts'

const { merchants, session } = contract

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
})
afterAll(() => app.close())

const get = (path: string) => fetch(`${app.url}${path}`)

const guarded = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Sends raw bytes and reads until the server closes the connection. */
async function exchange(sent: string): Promise<Response> {
  const { port, hostname } = new URL(app.url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(sent)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return new Response(body, {
    status: Number(line.split(' ')[1]),
    headers: headers.map((header): [string, string] => [header.split(': ')[0] ?? '', header.split(': ')[1] ?? '']),
  })
}

describe('error responses', () => {
  it.each([
    ['an unknown path', '/api/nothing', 404, 'not_found'],
    ['an unknown page', '/nothing.js', 404, 'not_found'],
    ['a path that is not valid UTF-8', '/%', 404, 'not_found'],
    ['a path with an invalid byte', '/api/files/x/%ff', 404, 'not_found'],
    ['a path with a segment that is too long', `/api/files/${'x'.repeat(101)}/y`, 404, 'not_found'],
    ['a URL over 8 KB', `/api/merchant?search=${'x'.repeat(9000)}`, 413, 'too_large'],
  ])('%s', async (_case, path, status, code) => {
    const reply = await readAnswer(await get(path))
    expect(reply).toMatchObject({ status, code, message: expect.stringMatching(/\w/) })
    expect(JSON.parse(reply.text).requestId).toBe(reply.headers.get('x-request-id'))
    expect(Object.fromEntries(reply.headers)).toMatchObject(guarded)
  })

  it.each([
    ['a request that is not HTTP', 'GET / HTTP/1.1\r\nno header\r\n\r\n', 400, 'bad_input'],
    ['headers of a megabyte', `GET / HTTP/1.1\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431, 'too_large'],
  ])('%s', async (_case, sent, status, code) => {
    const reply = await readAnswer(await exchange(sent))
    expect(reply).toMatchObject({ status, code, message: expect.stringMatching(/\w/) })
    expect(JSON.parse(reply.text).requestId).toBe(reply.headers.get('x-request-id'))
    expect(Object.fromEntries(reply.headers)).toMatchObject(guarded)
  })

  it.each([
    [
      'a body of a megabyte',
      JSON.stringify({ merchantId: 'x'.repeat(1_000_000) }),
      413,
      'too_large',
      'The request is too large',
    ],
    ['truncated JSON', '{"merchantId":', 400, 'bad_input', 'The request could not be read'],
    ['an unknown field', '{"merchantId":"1","isAdmin":true}', 400, 'bad_input', 'Unknown field: isAdmin'],
    [
      'a poisoned prototype',
      '{"merchantId":"1","__proto__":{"a":1}}',
      400,
      'bad_input',
      'The request could not be read',
    ],
    ['a wrong type', '{"merchantId":7}', 400, 'bad_input', 'Merchant is required'],
    ['a list for an object', '[]', 400, 'bad_input', 'The request is not valid'],
    [
      'a NUL character',
      '{"merchantId":"1","reason":"a\\u0000b"}',
      400,
      'bad_input',
      'Contains a character that cannot be stored',
    ],
    [
      'half a surrogate pair',
      '{"merchantId":"1","reason":"\\ud800"}',
      400,
      'bad_input',
      'Contains a character that cannot be stored',
    ],
    [
      'a reason that is too long',
      JSON.stringify({ merchantId: '1', reason: 'x'.repeat(501) }),
      400,
      'bad_input',
      'Must not be longer than 500 characters',
    ],
  ])('ERR-20 rejects %s with a field message', async (_case, rawBody, status, code, message) => {
    const reply = await ada.call(merchants.approve, { merchantId: '1' }, { rawBody })
    expect(reply).toMatchObject({ status, code, message })
  })

  it('API-97 rejects a body that is not JSON', async () => {
    const reply = await ada.call(
      merchants.approve,
      { merchantId: '1' },
      { rawBody: 'a=1', headers: { 'content-type': 'text/plain' } },
    )
    expect(reply).toMatchObject({ status: 400, message: 'Send JSON' })
  })

  it('ERR-20 reveals no SQL, stack or library when the server itself fails', async () => {
    const other = await startApp()
    const client = await other.signIn()
    await other.database.pool.query('alter table merchant rename to merchant_gone')
    const reply = await client.call(merchants.list, {})
    expect(reply).toMatchObject({ status: 500, code: 'internal', message: 'Something went wrong on our side' })
    expect(reply.text).not.toMatch(/merchant_gone|relation|kysely|at \//)
    await other.close()
  })
})

it('API-97 returns JSON with security headers and without caching', async () => {
  const reply = await ada.call(session.profile, {})
  expect(Object.fromEntries(reply.headers)).toMatchObject({ ...guarded, 'x-mode': 'PRODUCTION' })
})

it('CONST-18 returns the URL of the API to the console', async () => {
  expect(await (await get('/config.json')).json()).toEqual({
    apiBaseUrl: '/api',
    hashKey: 'demo-hash-key',
    accessToken: 'v2',
    additions: true,
    demo: true,
    release: expect.stringMatching(/^[\da-f]{12}$/),
  })
})

it('documents every call in OpenAPI 3.1 and on an HTML page', async () => {
  const document = JSON.parse(await (await get('/api/openapi.json')).text())
  expect(document.openapi).toBe('3.1.0')
  for (const call of Object.values(contract).flatMap((area) => Object.values(area))) {
    const operation = document.paths[`/api${call.path}`][call.method.toLowerCase()]
    expect(operation.summary).toBe(call.summary)
    expect(operation['x-addition'] ?? false).toBe('addition' in call)
  }
  const page = await get('/api/docs')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('/api/merchant/kyc/decline')
})

it('serves liveness, readiness and metrics', async () => {
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
  expect(await (await get('/metrics')).text()).toContain('http_request_duration_seconds_count')
})

it('stays ready while all its connections are in use', async () => {
  const other = await startApp()
  const { pool } = other.database
  const held = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
  const response = await fetch(`${other.url}/readyz`)
  expect(await response.json()).toEqual({ status: 'busy' })
  expect(response.status).toBe(200)
  for (const client of held) client.release()
  await other.close()
})

it('limits requests by IP address and by session, most strictly for sign-in', async () => {
  const limited = await startApp({
    settings: { limits: { perAddress: 50, perSession: 20, auth: 5, perSigner: 50, unsigned: 50 } },
  })
  const login = () => limited.call(session.login, { email: 'x@demo.test', password: 'wrong one' })
  for (let count = 0; count < 5; count++) expect((await login()).status).toBe(400)
  const over = await login()
  expect(over).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  const client = await limited.signIn()
  for (let count = 0; count < 20; count++) expect((await client.call(session.profile, {})).status).toBe(200)
  expect((await client.call(session.profile, {})).status).toBe(429)
  await limited.close()
})

it.each(['/%', '/api/files/x/%ff', '/api/nothing'])(
  'counts %s towards the request limit of its IP address',
  async (path) => {
    const limited = await startApp({
      settings: { limits: { perAddress: 3, perSession: 20, auth: 5, perSigner: 50, unsigned: 50 } },
    })
    for (let count = 0; count < 3; count++) expect((await fetch(`${limited.url}${path}`)).status).toBe(404)
    const over = await readAnswer(await fetch(`${limited.url}${path}`))
    expect(over).toMatchObject({ status: 429, code: 'too_many_requests' })
    await limited.close()
  },
)

describe('stored files', () => {
  it('serves a file only at a signed URL and as a download', async () => {
    const bytes = Buffer.from('%PDF-1.4 test')
    const id = await stored(app.services.files, app.db, {
      mode: 'PRODUCTION',
      name: 'Consent & form.pdf',
      contentType: 'application/pdf',
      bytes,
    })
    const address = app.services.files.address({ id, name: 'Consent & form.pdf' }, new Date())
    const file = await get(address)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Consent%20%26%20form.pdf",
      'x-content-type-options': 'nosniff',
    })
    const other = await aFile(app.db, { name: 'other.pdf' })
    expect((await get(address.replace(id, other.id))).status).toBe(403)
    const forged = address.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
    expect((await get(forged)).status).toBe(403)
    expect((await get(address.split('?')[0] ?? '')).status).toBe(403)
    app.clock.advance(21 * 60_000)
    expect((await get(address)).status).toBe(403)
    app.clock.advance(-21 * 60_000)
  })
})

it('returns 503 within five seconds while the database is unavailable, and recovers', async () => {
  const other = await startApp({ jobs: 'running' })
  const client = await other.signIn()
  const { id } = await aMerchant(other.db)
  const { pool } = other.database
  const connect = pool.connect.bind(pool)
  const refusedConnection = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  pool.connect = (() => Promise.reject(refusedConnection)) as typeof pool.connect
  const begun = performance.now()
  expect(await client.call(merchants.approve, { merchantId: id })).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await fetch(`${other.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(5000)
  pool.connect = connect
  expect((await client.call(merchants.approve, { merchantId: id })).status).toBe(200)
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
  await other.close()
})
