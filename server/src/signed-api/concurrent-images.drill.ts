import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '@kobo/contract'
import { newReference } from '../engine/reference.ts'
import { signWebhook } from '../rails/webhooks.ts'
import { makeSeal } from '../seal.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { someStaff } from '../testing/dispute-bookkeeping.ts'
import { collected, disputed } from '../testing/disputes.ts'
import { hastySettings } from '../testing/fast-retry-engine.ts'
import { flatImage } from '../testing/hostile-files.ts'
import { killWorker, startWorker, type Worker } from '../testing/killable-worker.ts'
import { aFundedMerchant, withEndpoint } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'

const callers = 20
const attackMs = 30_000
/** Some 600 are answered; images decoded by the server's own thread would leave a handful. */
const fewestLightCalls = 60
const phone = { width: 5712, height: 4284 }

let app: TestApp
let server: Worker
let staffId: string
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  staffId = await app.db.transaction().execute(someStaff)
  server = await startWorker('server-worker.ts', app.database.url, app.simulator?.url ?? '')
})
afterAll(async () => {
  await killWorker(server)
  await app.close()
})

interface Disputant {
  merchantId: string
  secret: string
  disputeId: string
}

async function aDisputant(): Promise<Disputant> {
  const { id: merchantId } = await aFundedMerchant(app.db, 1_000_000n)
  const disputeId = await disputed(app.services, await collected(app.services, { merchantId }), { staffId })
  const secret = await withEndpoint(app.db, makeSeal(hastySettings.secret), merchantId, 'http://127.0.0.1:9/')
  return { merchantId, secret, disputeId }
}

const agent = new Agent({ keepAlive: true })

/** Builds a reply and signs it once, so that the measuring client uses little CPU. */
function signed({ merchantId, secret, disputeId }: Disputant, contents: string[]) {
  const attachments = contents.map((content) => ({ name: 'a.webp', content }))
  const message = { subject: 'Delivered', message: 'See here', attachments }
  const body = Buffer.from(JSON.stringify({ reference: newReference(new Date()), disputeId, ...message }))
  const id = `msg_${uuidv7()}`
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'merchant-id': merchantId,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id, timestampSeconds, body: body.toString(), secret }),
  }
  return { body, headers }
}

/** Returns the status, or null if the connection was closed. */
function send({ body, headers }: ReturnType<typeof signed>, signal?: AbortSignal): Promise<number | null> {
  const options = { method: 'POST', headers, agent, ...(signal && { signal }) }
  return new Promise((resolve) => {
    const sent = request(`${server.said}/rails/merchants/disputes/replies`, options, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? null))
    })
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}

/** Returns the resident memory of the server and its child processes. */
function megabytes(): number {
  const own = server.process.pid ?? 0
  const children = readFileSync(`/proc/${own}/task/${own}/children`, 'utf8').trim()
  const pids = [own, ...children.split(' ').filter(Boolean).map(Number)]
  return pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0)
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Measures the 95th percentile of a light call, a reply that is repeated and answered from its stored result. */
async function lightCalls(caller: Disputant, until: () => boolean): Promise<{ p95: number; count: number }> {
  const call = signed(caller, [])
  await send(call)
  const times: number[] = []
  while (!until()) {
    const started = performance.now()
    expect(await send(call)).toBe(200)
    times.push(performance.now() - started)
    await sleep(50)
  }
  times.sort((a, b) => a - b)
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, count: times.length }
}

async function readiness(until: () => boolean): Promise<number[]> {
  const samples: number[] = []
  while (!until()) {
    samples.push((await fetch(`${server.said}/readyz`)).status)
    await sleep(250)
  }
  return samples
}

async function highestMemory(until: () => boolean): Promise<number> {
  let highest = 0
  while (!until()) {
    highest = Math.max(highest, megabytes())
    await sleep(100)
  }
  return highest
}

it('stays responsive and within memory while twenty callers send ten large images each', async () => {
  const light = await aDisputant()
  const attackers = await Promise.all(Array.from({ length: callers }, aDisputant))
  const largest = (await flatImage('webp', phone)).toString('base64')
  const tooLarge = (await flatImage('webp', { width: 7700, height: 7700 })).toString('base64')
  const over = (ms: number) => {
    const end = Date.now() + ms
    return () => Date.now() > end
  }
  await lightCalls(light, over(3_000))
  const idle = await lightCalls(light, over(10_000))
  const idleMegabytes = megabytes()

  const ended = over(attackMs)
  const disconnected = new AbortController()
  setMaxListeners(0, disconnected.signal)
  const statuses = new Map<string, number>()
  const attack = async (attacker: Disputant, index: number) => {
    const call = signed(attacker, Array(10).fill(index % 4 === 0 ? tooLarge : largest))
    while (!ended()) {
      const status = String(await send(call, disconnected.signal))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(200)
    }
  }
  // Half of them act as the same merchant.
  const [first = light] = attackers
  const attacks = attackers.map((own, index) => attack(index < callers / 2 ? own : first, index))
  const [attacked, ready, highest] = await Promise.all([
    lightCalls(light, ended),
    readiness(ended),
    highestMemory(ended),
  ])
  disconnected.abort()
  await Promise.all(attacks)

  const figures = {
    idle,
    attacked,
    ratio: attacked.p95 / idle.p95,
    ready: ready.length,
    idleMegabytes,
    above: highest - idleMegabytes,
    statuses: Object.fromEntries(statuses),
  }
  console.warn(JSON.stringify(figures))
  expect(new Set(ready)).toEqual(new Set([200]))
  expect(figures.above).toBeLessThan(400)
  expect(attacked.count).toBeGreaterThan(fewestLightCalls)
  const small = (await flatImage('png', { width: 40, height: 30 })).toString('base64')
  expect(await send(signed(light, [small]))).toBe(200)
})

it('accepts ten 24-megapixel photographs in one message', async () => {
  const ada = await app.signIn()
  const { disputeId } = await aDisputant()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = sharp({ create: { width: 1428, height: 1071, channels: 3, background: '#888', noise } }).png()
  const photograph = await sharp(await grain.toBuffer())
    .resize(phone.width, phone.height)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()
  const attachments = Array.from(
    { length: 10 },
    (_, index) => new File([new Uint8Array(photograph)], `IMG_${index}.jpg`),
  )
  const started = performance.now()
  const sent = { disputeId, subject: 'Photographs', message: 'Ten of them', attachments }
  const { status, data } = await ada.call(contract.disputes.sendMessage, sent)
  console.warn(JSON.stringify({ bytes: photograph.length, seconds: (performance.now() - started) / 1000 }))
  expect(status).toBe(200)
  const storedPictures = app.db
    .selectFrom('dispute_attachment')
    .innerJoin('file', 'file.id', 'file_id')
    .select('size_bytes')
  expect(await storedPictures.where('message_id', '=', data.messageId ?? '').execute()).toHaveLength(10)
})
