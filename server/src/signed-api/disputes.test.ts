import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPartners, type Partners, PartnerRefused } from '@kobo/demo/partners'
import { answerDispute } from '@kobo/demo/traffic-messages'
import { transact } from '../db/transact.ts'
import { changeStatus } from '../engine/disputes/change-status.ts'
import { setConversationStatus } from '../engine/disputes/set-conversation-status.ts'
import { newReference } from '../engine/reference.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { auditRow } from '../testing/ledger-fixtures.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { collected, disputed } from '../testing/disputes.ts'
import { bomb, image, svgNamedPng, truncated } from '../testing/hostile-files.ts'
import { aFundedMerchant, eventually, withEndpoint } from '../testing/payouts.ts'
import { sendSigned } from '../testing/signed-callers.ts'

let app: TestApp
let partners: Partners
let staffId: string
let receiver: Server
const events: { event: string; data: Record<string, unknown> }[] = []
beforeAll(async () => {
  app = await startApp({ rails: 'running', settings: { webhooksAllowPrivate: true } })
  const { seal, settings } = app.services
  partners = openPartners({ baseUrl: app.url, db: app.db, seal, ...settings })
  staffId = await app.db.transaction().execute(someStaff)
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      events.push(JSON.parse(body))
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await app.close()
})

async function aSigner() {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await withEndpoint(app.db, app.services.seal, merchant.id, `http://127.0.0.1:${port}/hooks`)
  return merchant
}

async function aDispute(merchantId: string, isAwaited = true): Promise<string> {
  const id = await disputed(app.services, await collected(app.services, { merchantId }), { staffId })
  await transact(app.db, (t) => auditRow(t, 'dispute.initiate', ['dispute', id], {}))
  for (const to of isAwaited ? (['IN_PROGRESS', 'AWAITING_FEEDBACK'] as const) : []) {
    const change = { mode: 'PRODUCTION', disputeId: id, to, reason: null, staffId, at: new Date() } as const
    await transact(app.db, (t) => changeStatus(t, app.services.jobs, change))
  }
  return id
}

const reply = (disputeId: string, more: object = {}) => ({
  reference: newReference(new Date()),
  disputeId,
  subject: 'Delivered',
  message: 'The waybill is attached',
  ...more,
})
const send = (merchantId: string, body: object) => partners.ask(merchantId, 'disputes/replies', body)
const statusOf = async (id: string) =>
  (await app.db.selectFrom('dispute').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const messagesOf = (id: string) =>
  app.db.selectFrom('dispute_message').selectAll().where('dispute_id', '=', id).execute()
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((problem: unknown) => problem)
  if (!(error instanceof PartnerRefused)) throw new Error('It was taken', { cause: error })
  return `${error.status}: ${error.message}`
}
const attached = (bytes: Buffer, name = 'waybill.png') => ({ name, content: bytes.toString('base64') })
async function countStored() {
  const count = async (table: 'file' | 'dispute_message' | 'dispute_attachment' | 'inbound_call') =>
    (
      await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  return [
    await count('file'),
    await count('dispute_message'),
    await count('dispute_attachment'),
    await count('inbound_call'),
  ]
}

describe('dispute replies of merchants', () => {
  it('records a reply with images as the awaited feedback', async () => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId)
    const attachments = [attached(await image('jpeg')), attached(await image())]
    const { messageId } = await send(merchantId, reply(id, { attachments }))
    expect(await statusOf(id)).toBe('FEEDBACK_PROVIDED')
    expect(await messagesOf(id)).toMatchObject([{ id: messageId, sender_role: 'MERCHANT', subject: 'Delivered' }])
    const files = app.db.selectFrom('dispute_attachment').innerJoin('file', 'file.id', 'file_id').select('content_type')
    expect(await files.where('dispute_id', '=', id).orderBy('position').execute()).toEqual([
      { content_type: 'image/jpeg' },
      { content_type: 'image/png' },
    ])
    const last = app.db
      .selectFrom('dispute_activity')
      .selectAll()
      .where('dispute_id', '=', id)
      .where('role', '=', 'MERCHANT')
    expect(await last.execute()).toMatchObject([{ status: 'FEEDBACK_PROVIDED' }])
  })

  it('stores a reply as a plain message when no feedback is awaited', async () => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId, false)
    await send(merchantId, reply(id))
    expect(await statusOf(id)).toBe('NEW')
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('stores a reply once per reference under concurrent duplicate calls', async () => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId)
    const call = reply(id)
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(merchantId, call)))
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('stores a reply with images once per reference and rejects a changed one', async () => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId)
    const call = reply(id, { attachments: [attached(await image())] })
    const [first, second] = await Promise.all([send(merchantId, call), send(merchantId, call)])
    const three = await send(merchantId, call)
    expect([second['messageId'], three['messageId']]).toEqual([first['messageId'], first['messageId']])
    expect(await messagesOf(id)).toHaveLength(1)
    expect(await refusal(send(merchantId, { ...call, attachments: [] }))).toMatch(
      /^409: .* was already used for a different request/,
    )
  })

  it("rejects a reply to another merchant's or unknown dispute or a disabled conversation", async () => {
    const [mine, other] = [await aSigner(), await aSigner()]
    const id = await aDispute(mine.id)
    expect(await refusal(send(other.id, reply(id)))).toBe('404: This dispute was not found in this mode')
    expect(await refusal(send(mine.id, reply(crypto.randomUUID())))).toMatch(/^404/)
    expect(await refusal(send(mine.id, reply('none')))).toMatch(/^400/)
    const off = { mode: 'PRODUCTION', disputeId: id, to: 'DISABLED', staffId, at: new Date() } as const
    await transact(app.db, (t) => setConversationStatus(t, off))
    expect(await refusal(send(mine.id, reply(id)))).toMatch(/^409: The conversation about this dispute is disabled/)
    expect(await statusOf(id)).toBe('AWAITING_FEEDBACK')
  })

  it.each<[string, () => Promise<object[]> | object[], RegExp]>([
    ['an SVG', () => [attached(svgNamedPng())], /^400: waybill.png is not an image/],
    ['a decompression bomb', () => [attached(bomb())], /^400: .*too many pixels/],
    ['a truncated image', async () => [attached(await truncated())], /^400: .*is damaged/],
    ['10 MB', () => [attached(Buffer.alloc(10_000_000, 1))], /^413: An image must be smaller than 10 MB/],
    ['an image above the request limit', () => [attached(Buffer.alloc(13_000_000, 1))], /^413/],
    ['eleven images', async () => Array(11).fill(attached(await image())), /^400: Send at most 10 images/],
    ['a name of 300 letters', async () => [attached(await image(), 'n'.repeat(300))], /^400: .*200/],
    ['invalid base64', () => [{ name: 'a.png', content: '%%%' }], /^400: .*base64/],
  ])('rejects a reply with %s without storing anything', async (_, create, sentence) => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId)
    const before = await countStored()
    expect(await refusal(send(merchantId, reply(id, { attachments: await create() })))).toMatch(sentence)
    expect(await countStored()).toEqual(before)
    expect(await statusOf(id)).toBe('AWAITING_FEEDBACK')
  })

  it('checks the dispute of a reply before its images are read', async () => {
    const [mine, other] = [await aSigner(), await aSigner()]
    const attachments = [attached(await truncated())]
    expect(await refusal(send(mine.id, reply(crypto.randomUUID(), { attachments })))).toMatch(/^404/)
    const id = await aDispute(mine.id)
    expect(await refusal(send(other.id, reply(id, { attachments })))).toMatch(/^404/)
    expect(await refusal(send(mine.id, reply(id, { attachments })))).toMatch(/^400: .*is damaged/)
    const off = { mode: 'PRODUCTION', disputeId: id, to: 'DISABLED', staffId, at: new Date() } as const
    await transact(app.db, (t) => setConversationStatus(t, off))
    expect(await refusal(send(mine.id, reply(id, { attachments })))).toMatch(/^409/)
  })

  it('rejects a reply that is signed wrongly or by another merchant', async () => {
    const [mine, other] = [await aSigner(), await aSigner()]
    const id = await aDispute(mine.id)
    const path = 'merchants/disputes/replies'
    const bend = { merchantId: mine.id, secret: 'whsec_d3Jvbmc=' }
    expect((await sendSigned(app, path, reply(id), bend)).status).toBe(401)
    expect((await sendSigned(app, path, reply(id), { ...bend, merchantId: other.id })).status).toBe(401)
    expect(await messagesOf(id)).toEqual([])
  })
})

describe('dispute webhooks', () => {
  it('notifies the merchant of a dispute and its status, to which it can reply', async () => {
    const { id: merchantId } = await aSigner()
    const id = await aDispute(merchantId)
    const mine = () => events.filter(({ data }) => data['disputeId'] === id)
    await eventually(async () => mine().length === 3)
    expect(
      mine()
        .map(({ event, data }) => `${event} ${String(data['status'])}`)
        .toSorted(),
    ).toEqual(['dispute.opened NEW', 'dispute.status AWAITING_FEEDBACK', 'dispute.status IN_PROGRESS'])
    const trails = app.db
      .selectFrom('activity')
      .innerJoin('dispute', 'dispute.transaction_id', 'activity.transaction_id')
      .select('activity.category')
    const steps = await trails
      .where('dispute.id', '=', id)
      .where('activity.category', 'like', 'TRANSFER_WEBHOOK')
      .execute()
    expect(steps).toEqual([])
    for (let turn = 0; turn < 50 && (await statusOf(id)) === 'AWAITING_FEEDBACK'; turn += 1) {
      await answerDispute({ db: app.db, partners }, 'PRODUCTION')
    }
    expect(await statusOf(id)).toBe('FEEDBACK_PROVIDED')
    const found = await verifyLedger(app.db)
    expect({ ...found, auditGaps: [] }).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })
})
