import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '@kobo/contract/kit/call'
import { id } from '@kobo/contract/kit/id'
import { text } from '@kobo/contract/kit/text'
import { roles } from '@kobo/contract/roles'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { type Bend, sendCall } from '../testing/client.ts'
import { uuidv7 } from '../uuid.ts'
import type { Areas } from './handler.ts'
import { limitArrival } from './request-arrival.ts'
import { addRoutes } from './routes.ts'
import { sha256Hex } from './signature.ts'

const send = call({
  method: 'POST',
  path: '/test/letter',
  permission: 'merchants.write',
  effect: 'write',
  summary: 'Letters with papers, for tests',
  body: z.strictObject({ merchantId: id('merchant'), note: text(50).optional() }),
  files: {
    papers: { max: 3, maxBytes: 300_000 },
    photo: { max: 1, maxBytes: 1_000, required: 'Photo is required' },
  },
  reply: z.object({
    note: z.string().nullable(),
    papers: z.array(z.object({ name: z.string(), size: z.number(), hash: z.string(), streamed: z.string() })),
  }),
})
const contract = { letters: { send } }

const areas: Areas<typeof contract> = {
  letters: {
    send: async ({ merchantId, note, papers, photo }, { audit }) => {
      await audit({
        action: 'contact.answer',
        recordType: 'merchant',
        recordId: merchantId,
        after: { photo: photo.length },
      })
      const received = papers.map(async (paper) => {
        const chunks: Buffer[] = []
        for await (const chunk of paper.stream()) chunks.push(Buffer.from(chunk))
        expect(Buffer.concat(chunks)).toEqual(await paper.bytes())
        const streamed = sha256Hex(Buffer.concat(chunks))
        return { name: paper.name, size: paper.sizeBytes, hash: paper.sha256Hex, streamed }
      })
      return { message: 'Sent', data: { note: note ?? null, papers: await Promise.all(received) } }
    },
  },
}

let app: TestApp
let server: FastifyInstance
let url: string
let ada: Client

let folder: string

/** Much less than the server's own limit. */
const arrivalMs = 2_000

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobo-test-'))
  vi.stubEnv('TMPDIR', folder)
  app = await startApp()
  ada = await app.signIn()
  server = await createApp(app.services)
  limitArrival(server, arrivalMs)
  await server.register(async (scope) => addRoutes(scope, app.services, contract, areas))
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.close()
  await app.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})
const merchantId = uuidv7()
const aFile = (bytes: Buffer, name = 'paper.pdf') => new File([new Uint8Array(bytes)], name)
const photo = [aFile(Buffer.from('photo'), 'photo.png')]
const leftOver = async () => (await readdir(folder)).filter((name) => name.startsWith('kobo-upload-'))
const deliver = (request: Parameters<typeof sendCall<typeof send>>[3], bend?: Bend) =>
  sendCall(url, ada.credentials, send, request, bend)
const audits = async () =>
  (await app.db.selectFrom('audit').select('id').where('action', '=', 'contact.answer').execute()).length

describe('file uploads', () => {
  it('passes every file with name, size and hash, and the other fields, to the handler', async () => {
    const [full, empty] = [randomBytes(300_000), Buffer.alloc(0)]
    const papers = [aFile(full, '../../Consent & form.pdf'), aFile(empty, 'empty.txt')]
    const reply = await deliver({ merchantId, note: 'With care', papers, photo })
    const received = (bytes: Buffer, name: string) => ({
      name,
      size: bytes.length,
      hash: sha256Hex(bytes),
      streamed: sha256Hex(bytes),
    })
    expect(reply.data).toEqual({
      note: 'With care',
      papers: [received(full, 'Consent & form.pdf'), received(empty, 'empty.txt')],
    })
    expect(await leftOver()).toEqual([])
  })

  it.each([
    ['a file that is too large', { papers: [aFile(randomBytes(300_001))] }, 413, 'A file must be smaller than 0.3 MB'],
    ['ten megabytes', { papers: [aFile(randomBytes(10_000_000))] }, 413, 'A file must be smaller than 0.3 MB'],
    ['too many files', { papers: Array.from({ length: 4 }, () => aFile(randomBytes(9))) }, 413, 'Send at most 3 files'],
    ['two files where one is allowed', { photo: [...photo, ...photo] }, 413, 'Send one file'],
    ['a missing file', { photo: [] }, 400, 'Photo is required'],
    [
      'a name that reverses the text around it',
      { papers: [aFile(randomBytes(9), 'a\u202egpj.exe')] },
      400,
      'File name: Contains a hidden character that changes the direction of text',
    ],
    ['a field that is too long', { note: 'x'.repeat(51) }, 400, 'Must not be longer than 50 characters'],
    ['a field above the limit of all fields', { note: 'x'.repeat(70_000) }, 413, 'A field of the request is too large'],
    ['an unknown field', { isAdmin: 'true' }, 400, 'Unknown field: isAdmin'],
  ])('rejects an upload with %s and stores nothing of it', async (_case, bent, status, message) => {
    const before = await audits()
    expect(await deliver({ merchantId, photo, ...bent })).toMatchObject({ status, message })
    expect(await audits()).toBe(before)
    expect(await leftOver()).toEqual([])
  })

  it('rejects a file of an unknown field and a truncated form', async () => {
    const form = (name: string, end: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nhello\r\n${end}`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    // The signature does not cover the body of a form.
    const raw = (rawBody: string) => deliver({ merchantId }, { rawBody, headers, signedBody: '' })
    expect(await raw(form('secrets', '--b--\r\n'))).toMatchObject({ status: 400, message: 'Unknown field: secrets' })
    expect((await raw(form('papers', ''))).status).toBe(400)
    expect((await raw('')).status).toBe(400)
  })

  /** Sends a form whose end arrives after something else happened. */
  async function deliverAround(happens: () => Promise<unknown>, { credentials }: Client) {
    const form = new FormData()
    form.append('merchantId', merchantId)
    for (const file of photo) form.append('photo', file)
    const whole = new Response(form)
    const headers = { 'content-type': String(whole.headers.get('content-type')) }
    const bytes = Buffer.from(await whole.arrayBuffer())
    const rawBody = new ReadableStream({
      async start(body) {
        body.enqueue(bytes.subarray(0, 100))
        await happens()
        body.enqueue(bytes.subarray(100))
        body.close()
      },
    })
    return await sendCall(url, credentials, send, { merchantId }, { rawBody, headers, signedBody: '' })
  }

  it('receives a form whose files arrive slowly', async () => {
    const reply = await deliverAround(() => sleep(2 * arrivalMs), ada)
    expect(reply).toMatchObject({ status: 200, message: 'Sent' })
  })

  it.each<[string, number, (staffId: string, roleId: string) => Promise<unknown>]>([
    [
      'sign-out',
      401,
      (staffId) => sql`update session set ended_at = now() where staff_id = ${staffId}`.execute(app.db),
    ],
    ['deactivation', 401, (staffId) => sql`update staff set status = 'INACTIVE' where id = ${staffId}`.execute(app.db)],
    [
      'the loss of its right',
      403,
      (_staffId, roleId) =>
        ada.call(roles.update, { roleId, version: 1, rights: [{ permission: 'merchants.read' }], reason: 'Less' }),
    ],
  ])('rejects a form that arrives after %s', async (_what, status, change) => {
    const desk = { name: `Desk ${uuidv7()}`, rights: [{ permission: 'merchants.write' as const }], reason: 'New' }
    const { id: roleId } = (await ada.call(roles.create, desk)).data.role
    const bola = await app.signIn({ role: roleId })
    const before = await audits()
    const reply = await deliverAround(async () => {
      await expect.poll(leftOver).toHaveLength(1)
      await change(bola.staffId, roleId)
    }, bola)
    expect(reply.status).toBe(status)
    expect([await audits(), await leftOver()]).toEqual([before, []])
  })

  it('rejects uploads without a session or permission', async () => {
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await sendCall(url, null, send, { merchantId, photo })).status).toBe(401)
    expect((await sendCall(url, auditor.credentials, send, { merchantId, photo })).status).toBe(403)
  })

  it('replays the response for the same fields and files, and rejects the key for any others', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    const request = { merchantId, note: 'Once', papers: [aFile(Buffer.from('one'))], photo }
    const before = await audits()
    const first = await deliver(request, { headers })
    const again = await deliver(request, { headers })
    expect(first.status).toBe(200)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    for (const other of [{ note: 'Twice' }, { papers: [aFile(Buffer.from('two'))] }, { papers: [] }]) {
      expect(await deliver({ ...request, ...other }, { headers })).toMatchObject({ status: 422, code: 'key_reused' })
    }
    expect(await audits()).toBe(before + 1)
  })
})

it('rejects a form for a call without files', async () => {
  const reply = await ada.call(
    { ...send, path: '/merchant/approve', files: undefined },
    { merchantId },
    { rawBody: '--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
  )
  expect(reply).toMatchObject({ status: 400, message: 'Send JSON' })
})
