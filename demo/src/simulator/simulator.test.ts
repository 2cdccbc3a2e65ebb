import { transferRoutes } from '@kobo/contract/kit/transfer-route'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aDatabase, type TestDatabase } from '@kobo/server/testing/database'
import { openIdentity } from '@kobo/server/rails/identity'
import { definiteRefusals, outcomeOf, statusOutcomeOf } from '@kobo/server/rails/response-codes'
import { newSessionId } from '@kobo/server/rails/session-id'
import { openSwitch, type Route, type Switch } from '@kobo/server/rails/switch'
import { openWebhookSender, verifyWebhook } from '@kobo/server/rails/webhooks'
import type { Behaviour } from './behaviour.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

let database: TestDatabase
const running: Simulator[] = []

beforeAll(async () => {
  database = await aDatabase()
})

afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

afterAll(async () => {
  await database.close()
})

/** Parts of the simulator's replies that are checked here. */
const reply = z.object({
  totals: z.unknown().optional(),
  payments: z.array(z.unknown()).default([]),
  received: z
    .array(
      z.object({
        path: z.string(),
        headers: z.record(z.string(), z.string()),
        body: z.string(),
        answered: z.unknown().optional(),
      }),
    )
    .default([]),
  latencyMs: z.unknown().optional(),
  transfers: z.unknown().optional(),
  responseCode: z.unknown().optional(),
})

async function aWorld(behaviour: Partial<Behaviour> = {}, options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({ databaseUrl: database.url, behaviour, ...options })
  running.push(simulator)
  const nibss = openSwitch({ url: simulator.url, timeoutMs: 15_000 })
  /** Client for requests without a response. */
  const impatient = openSwitch({ url: simulator.url, timeoutMs: 600 })
  const get = async (path: string) => reply.parse(await (await fetch(`${simulator.url}${path}`)).json())
  const become = (change: unknown) =>
    fetch(`${simulator.url}/behaviour`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
  return { simulator, nibss, impatient, get, become }
}

type World = Awaited<ReturnType<typeof aWorld>>

const mode = 'PRODUCTION' as const
const originator = { name: 'Zuma Foods', accountNumber: '1010000012', bankCode: '000023' }
const newSession = () => newSessionId(new Date())

/** Sends a transfer to an account that ends in these digits. */
function pay(world: World, ending = '123', options: { route?: Route; sessionId?: string; by?: Switch } = {}) {
  const { route = 'NIP', sessionId = newSession(), by = world.nibss } = options
  const beneficiary = { name: 'OKAFOR NGOZI', accountNumber: `0123456${ending}`, bankCode: '000013' }
  const transfer = { mode, sessionId, amountKobo: 500_000n, originator, beneficiary, narration: 'Rent' }
  return by.transfer(route, transfer)
}

async function booked(sessionId: string) {
  const { rows } = await database.pool.query<{ route: string; code: string; fee_kobo: bigint; amount_kobo: bigint }>(
    'select route, code, fee_kobo, amount_kobo from outside.payment where session_id = $1 order by route',
    [sessionId],
  )
  return rows
}

describe('simulated switch', () => {
  it.each([
    ['NIP', 2688n, '94'],
    ['ETRANZACT', 2150n, '26'],
  ] as const)(
    'pays a transfer over %s once, returns its fee and reports a second one as a duplicate',
    async (route, fee, code) => {
      const world = await aWorld()
      const sessionId = newSession()
      expect(await world.nibss.status(route, { mode, sessionId })).toMatchObject({ code: '25' })
      expect(await pay(world, '123', { route, sessionId })).toMatchObject({ code: '00', feeKobo: fee, problem: null })
      const again = await pay(world, '123', { route, sessionId })
      expect(again.code).toBe(code)
      expect(again.feeKobo).toBeUndefined()
      expect(await booked(sessionId)).toEqual([{ route, code: '00', fee_kobo: fee, amount_kobo: 500_000n }])
      expect(await world.nibss.status(route, { mode, sessionId })).toMatchObject({ code: '00', feeKobo: fee })
      const elsewhere = transferRoutes.find((other) => other !== route) ?? route
      expect(await world.nibss.status(elsewhere, { mode, sessionId })).toMatchObject({ code: '25' })
    },
  )

  it('pays a transfer twice when it is sent through both routes', async () => {
    const world = await aWorld()
    const sessionId = newSession()
    for (const route of transferRoutes) expect((await pay(world, '123', { route, sessionId })).code).toBe('00')
    expect((await booked(sessionId)).map(({ route }) => route)).toEqual(['ETRANZACT', 'NIP'])
  })

  it('pays once when the same transfer is sent ten times concurrently', async () => {
    const world = await aWorld()
    const sessionId = newSession()
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await pay(world, '123', { sessionId })).code),
    )
    expect(codes.filter((code) => code !== '94')).toEqual(['00'])
    expect(await booked(sessionId)).toHaveLength(1)
  })

  it('declines with a definite code, also to a status query', async () => {
    const world = await aWorld({ transfers: { refused: 1 } })
    const sessionIds = new Set<unknown>()
    // Their session IDs decide the codes: these cover all of them.
    const at = new Date('2026-11-21T12:00:00Z')
    for (let nth = 0; nth < 40; nth++) {
      const sessionId = newSessionId(at, nth)
      const { code, feeKobo } = await pay(world, '123', { sessionId })
      sessionIds.add(code)
      expect(outcomeOf(code)).toBe('refused')
      expect(feeKobo).toBeUndefined()
      expect((await world.nibss.status('NIP', { mode, sessionId })).code).toBe(code)
    }
    expect(sessionIds).toEqual(new Set(definiteRefusals))
  })

  it('approves without a response, so that only a status query returns the outcome', async () => {
    const world = await aWorld({ transfers: { approvedButSilent: 1 } })
    const sessionId = newSession()
    const { impatient: by } = world
    expect(await pay(world, '123', { sessionId, by })).toMatchObject({ code: null, problem: 'timeout' })
    await expect.poll(() => booked(sessionId)).toMatchObject([{ code: '00' }])
    expect((await pay(world, '123', { sessionId })).code).toBe('94')
    expect((await world.nibss.status('NIP', { mode, sessionId })).code).toBe('00')
  })

  it('loses a transfer without a response and has no record of it', async () => {
    const world = await aWorld({ transfers: { silent: 1 } })
    const sessionId = newSession()
    const { impatient: by } = world
    expect(await pay(world, '123', { sessionId, by })).toMatchObject({ code: null, problem: 'timeout' })
    expect(await booked(sessionId)).toEqual([])
    const { code } = await world.nibss.status('NIP', { mode, sessionId })
    expect(statusOutcomeOf(code)).toBe('no record')
  })

  it('does not respond for a silent bank and has no record of its transfers', async () => {
    const world = await aWorld({ silentBanks: ['058'] })
    const sessionId = newSession()
    const { impatient: by } = world
    expect(await pay(world, '900', { sessionId, by })).toMatchObject({ code: null, problem: 'timeout' })
    expect(await booked(sessionId)).toEqual([])
    await world.become({ silentBanks: ['044'] })
    expect((await pay(world, '123', { sessionId })).code).toBe('00')
  })

  it('responds with an unknown code and returns the outcome only after a delay', async () => {
    const world = await aWorld({ transfers: { unknown: 1 }, settlesAfterMs: 1500 })
    const [paid, refused] = [newSession(), newSession()]
    expect(outcomeOf((await pay(world, '123', { sessionId: paid })).code)).toBe('unknown')
    expect((await world.nibss.status('NIP', { mode, sessionId: paid })).code).toBe('09')
    await world.become({ settlesRefused: 1 })
    expect(outcomeOf((await pay(world, '123', { sessionId: refused })).code)).toBe('unknown')
    const state = async (sessionId: string) => outcomeOf((await world.nibss.status('NIP', { mode, sessionId })).code)
    await expect.poll(() => state(refused), { timeout: 10_000 }).toBe('refused')
    expect(await state(paid)).toBe('approved')
  })

  it('distributes outcomes by weight, the same for the same session ID', async () => {
    const behaviour: Partial<Behaviour> = { transfers: { approved: 3, refused: 1 } }
    const world = await aWorld(behaviour)
    const at = new Date('2026-11-20T12:00:00Z')
    const sessions = Array.from({ length: 200 }, (_, serial) => newSessionId(at, serial))
    const run = (against: World) =>
      Promise.all(sessions.map(async (sessionId) => (await pay(against, '123', { sessionId })).code))
    const codes = await run(world)
    const approved = codes.filter((code) => code === '00').length
    expect(approved).toBeGreaterThan(120)
    expect(approved).toBeLessThan(180)
    await database.pool.query('delete from outside.payment')
    expect(await run(await aWorld(behaviour))).toEqual(codes)
  })

  it.each([
    ['900', '00', '00'],
    ['951', '51', '51'],
    ['957', '57', '57'],
    ['907', '07', '07'],
    ['913', '13', '13'],
    ['961', '61', '61'],
    ['909', '09', '00'],
    ['991', '91', '00'],
    ['996', '96', '00'],
    ['997', '97', '00'],
    ['968', '68', '00'],
    ['901', '01', '00'],
    ['801', null, '00'],
    ['802', null, '25'],
    ['803', '09', '57'],
  ])('responds to an account ending in %s with %s and finally %s under any behaviour', async (ending, code, end) => {
    const world = await aWorld({ transfers: { silent: 1 } })
    const sessionId = newSession()
    const by = code === null ? world.impatient : world.nibss
    expect((await pay(world, ending, { sessionId, by })).code).toBe(code)
    await expect.poll(async () => (await world.nibss.status('NIP', { mode, sessionId })).code).toBe(end)
  })

  it('returns the holder of an account, no holder, or no response', async () => {
    const world = await aWorld()
    const sendTransfer = (ending: string, by = world.nibss) => {
      const enquiry = { mode, sessionId: newSession(), bankCode: '000013', accountNumber: `0123456${ending}` }
      return by.nameEnquiry('NIP', enquiry)
    }
    const first = await sendTransfer('123')
    expect(first.code).toBe('00')
    expect(first.accountName).toMatch(/^[A-Z]+ [A-Z]+ [A-Z]+$/)
    expect((await sendTransfer('123')).accountName).toBe(first.accountName)
    expect(await sendTransfer('804')).toMatchObject({ code: '07', accountName: null })
    expect(await sendTransfer('805', world.impatient)).toMatchObject({
      code: null,
      accountName: null,
      problem: 'timeout',
    })
    await world.become({ nameFailures: 1 })
    expect(await sendTransfer('123')).toMatchObject({ code: '07', accountName: null })
  })

  it('keeps a payment booked whose response came too late', async () => {
    const world = await aWorld({ latencyMs: 5000 })
    const sessionId = newSession()
    const late = await pay(world, '123', { sessionId, by: world.impatient })
    expect(late).toMatchObject({ code: null, problem: 'timeout' })
    await world.become({ latencyMs: 0 })
    await expect.poll(async () => (await world.nibss.status('NIP', { mode, sessionId })).code).toBe('00')
  })

  it('responds to an invalid request with a format error that decides nothing', async () => {
    const world = await aWorld()
    const bad = await pay(world, '12')
    expect(bad).toMatchObject({ code: null, problem: 'another session', response: { responseCode: '30' } })
    expect(await world.get(`/nip/status?sessionId=${newSession()}`)).toMatchObject({ responseCode: '25' })
  })

  it('handles hundreds of concurrent requests', async () => {
    const world = await aWorld({ latencyMs: 20 })
    const codes = await Promise.all(Array.from({ length: 300 }, async () => (await pay(world)).code))
    expect(new Set(codes)).toEqual(new Set(['00']))
  })
})

describe('simulator book', () => {
  it('survives a restart and two simulators that start together', async () => {
    await database.pool.query('drop schema if exists outside cascade')
    const [world, twin] = await Promise.all([aWorld(), aWorld()])
    const sessionId = newSession()
    expect((await pay(world, '801', { sessionId, by: world.impatient })).problem).toBe('timeout')
    await expect.poll(() => booked(sessionId)).toHaveLength(1)
    await world.simulator.close()
    expect((await twin.nibss.status('NIP', { mode, sessionId })).code).toBe('00')
    const again = await aWorld({}, { port: world.simulator.port })
    expect(again.simulator.url).toBe(world.simulator.url)
    expect((await pay(again, '801', { sessionId })).code).toBe('94')
  })

  it('lists payments since an instant with totals', async () => {
    const world = await aWorld()
    await pay(world)
    await sleep(20)
    const since = new Date().toISOString()
    for (const ending of ['123', '900', '951']) await pay(world, ending)
    const book = await world.get(`/book?since=${since}`)
    expect(book.totals).toEqual([
      { route: 'NIP', code: '00', count: 2, amountKobo: '1000000', feeKobo: '5376' },
      { route: 'NIP', code: '51', count: 1, amountKobo: '500000', feeKobo: '0' },
    ])
    expect(book.payments).toHaveLength(3)
    expect(book.payments[2]).toMatchObject({
      amountKobo: '500000',
      beneficiaryAccountNumber: '0123456951',
      beneficiaryBankCode: '000013',
      code: '51',
    })
    expect((await fetch(`${world.simulator.url}/book?since=yesterday`)).status).toBe(400)
  })
})

describe('simulated BVN register', () => {
  it('returns the same plausible person for a number, and none for numbers ending in 00', async () => {
    const { simulator } = await aWorld()
    const identity = openIdentity({ url: simulator.url, timeoutMs: 15_000 })
    for (let nth = 0; nth < 60; nth++) {
      const bvn = String(22_100_000_001 + nth * 7)
      const lookUp = await identity.findBvn(bvn)
      if (bvn.endsWith('00')) expect(lookUp).toEqual({ found: false })
      else expect(lookUp).toMatchObject({ found: true, record: { bvn } })
      expect(await identity.findBvn(bvn)).toEqual(lookUp)
    }
    expect(await identity.findBvn('22123456700')).toEqual({ found: false })
    const some = await identity.findBvn('22123456789')
    const { dateOfBirth = '', registrationDate = '' } = 'record' in some ? some.record : {}
    expect(Date.parse(registrationDate ?? '') - Date.parse(dateOfBirth)).toBeGreaterThanOrEqual(18 * 365 * 86_400_000)
  })

  it('fails or does not respond when configured to', async () => {
    const { simulator, become } = await aWorld({ registerFailures: 1 })
    const identity = openIdentity({ url: simulator.url, timeoutMs: 15_000 })
    const impatient = openIdentity({ url: simulator.url, timeoutMs: 600 })
    expect(await identity.findBvn('22123456789')).toEqual({ problem: 'status 503' })
    await become({ registerFailures: 0, registerSilences: 1 })
    expect(await impatient.findBvn('22123456789')).toEqual({ problem: 'timeout' })
    await become({ registerSilences: 0 })
    expect(await identity.findBvn('22123456789')).toMatchObject({ found: true })
  })
})

describe('webhook receivers', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const sender = openWebhookSender({ allowNonPublic: true, timeoutMs: 1000 })
  const send = (world: World, name: string, id: string, body = '{ "naira": "₦1", "odd":1.50 }') =>
    sender.send({ url: `${world.simulator.url}/hooks/${name}`, id, secret, body, at: new Date() })

  it('stores a received webhook byte for byte with a valid signature', async () => {
    const world = await aWorld()
    expect(await send(world, 'shop', 'evt_a')).toMatchObject({ responseCode: 200, responseText: '{"received":true}' })
    await send(world, 'shop', 'evt_b')
    const { received } = await world.get('/received?webhookId=evt_a')
    expect(received).toHaveLength(1)
    const { headers = {}, body = '', path, answered } = received[0] ?? {}
    expect({ path, answered }).toEqual({ path: '/hooks/shop', answered: 200 })
    const signed = {
      id: headers['webhook-id'] ?? '',
      timestampSeconds: Number(headers['webhook-timestamp']),
      signature: headers['webhook-signature'] ?? '',
      body,
      secret,
    }
    expect(verifyWebhook(signed, { now: new Date() })).toBe(true)
    expect((await world.get('/received?path=/hooks/shop')).received).toHaveLength(2)
  })

  it("fails or ignores a webhook by the receiver's name or when configured to", async () => {
    const world = await aWorld()
    expect(await send(world, 'shop-500', 'evt_c')).toMatchObject({ responseCode: 500 })
    expect(await send(world, 'shop-silent', 'evt_d')).toMatchObject({ responseCode: null, problem: 'timeout' })
    await world.become({ hookFailures: 1 })
    expect(await send(world, 'shop', 'evt_e')).toMatchObject({ responseCode: 500 })
    await world.become({ hookFailures: 0, hookSilences: 1 })
    expect(await send(world, 'shop', 'evt_e')).toMatchObject({ responseCode: null, problem: 'timeout' })
    const { received } = await world.get('/received?webhookId=evt_e')
    expect(received.map(({ answered }) => answered)).toEqual([500, null])
  })

  it('stores a webhook body that is not JSON and has characters PostgreSQL cannot store', async () => {
    const world = await aWorld()
    expect(await send(world, 'shop', 'evt_f', 'no\0 JSON')).toMatchObject({ responseCode: 200 })
    expect((await world.get('/received?webhookId=evt_f')).received).toMatchObject([{ body: 'no JSON' }])
  })
})

describe('simulator behaviour', () => {
  it('changes on request and rejects invalid values', async () => {
    const world = await aWorld()
    expect((await world.become({ latencyMs: 5 })).status).toBe(200)
    expect(await world.get('/behaviour')).toMatchObject({ latencyMs: 5, transfers: { approved: 1 } })
    for (const bad of [{ latencyMs: -1 }, { hookFailures: 2 }, { transfers: { vanished: 1 } }, { speed: 1 }]) {
      expect((await world.become(bad)).status).toBe(400)
    }
    expect(await world.get('/behaviour')).toMatchObject({ latencyMs: 5, transfers: { approved: 1 } })
  })

  it('closes immediately while requests are waiting', async () => {
    const world = await aWorld({ transfers: { silent: 1 }, latencyMs: 60_000 })
    const idle = connect(world.simulator.port, '127.0.0.1')
    const waiting = [
      pay(world),
      world.nibss.status('NIP', { mode, sessionId: newSession() }),
      new Promise((resolve) => idle.on('close', resolve).on('error', () => {})),
    ]
    await sleep(100)
    const start = performance.now()
    await world.simulator.close()
    const [silent, slow] = await Promise.all(waiting)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(silent).toMatchObject({ code: null, problem: 'connection lost' })
    expect(slow).toMatchObject({ code: null })
  })

  it('fails with EADDRINUSE when its port is taken', async () => {
    const world = await aWorld()
    await expect(startSimulator({ databaseUrl: database.url, port: world.simulator.port })).rejects.toThrow(
      'EADDRINUSE',
    )
  })
})
