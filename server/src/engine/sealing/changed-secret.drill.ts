import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { contract } from '@kobo/contract'
import { openPartners, PartnerRefused } from '@kobo/demo/partners'
import { startSimulator } from '@kobo/demo/simulator/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../db/embedded-process.ts'
import { keyUses } from '../../db/sealed-values.ts'
import { hashPassword } from '../../http/passwords.ts'
import { closeSessionKey } from '../../http/session-key.ts'
import { sha256Hex, signingKey } from '../../http/signature.ts'
import { findSealFaults } from '../../ledger/audit-seals/seal-faults.ts'
import { findUnopened } from '../../ledger/find-unopened.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { openFiles } from '../../rails/files.ts'
import { openFolderStore } from '../../rails/folder-store.ts'
import { keyName, makeSeal } from '../../seal.ts'
import { bundled } from '../../testing/bundled.ts'
import { sendCall } from '../../testing/client.ts'
import { aDatabase } from '../../testing/database.ts'
import { testSeal, testSecret } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mails.ts'
import { aFundedMerchant, withEndpoint } from '../../testing/payouts.ts'
import { sealAllBy } from '../../testing/some-sealed.ts'
import { stored } from '../../testing/stored.ts'
import { uuidv7 } from '../../uuid.ts'

const wallets = 6_000
const documents = 100
const next = randomBytes(32).toString('base64url')
const hashKey = 'a key of our own'
const [email, password] = ['ada@demo.test', 'kobo-demo-2026']
const folder = mkdtempSync(join(tmpdir(), 'kobo-secret-'))
const database = await aDatabase()
const { db } = database
const simulator = await startSimulator({ databaseUrl: database.url })
const mails = await startMailServer()
const servers: ConsoleServer[] = []

afterAll(async () => {
  isLoaded = false
  for (const { process: child } of servers) child?.kill('SIGKILL')
  await mails.close()
  await simulator.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A server of the installation, which is restarted with other secrets. */
class ConsoleServer {
  process: ChildProcess | null = null
  output = ''
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(secrets: { SECRET: string; PREVIOUS_SECRET?: string; NEXT_SECRET?: string }): Promise<void> {
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      HASH_KEY: hashKey,
      HOST: '127.0.0.1',
      PORT: String(this.port),
      PUBLIC_URL: this.url,
      LOG_LEVEL: 'error',
      SMTP_URL: mails.url,
      SWITCH_URL: simulator.url,
      IDENTITY_URL: simulator.url,
      WEBHOOKS_ALLOW_PRIVATE: '1',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_SESSION: '1000000',
      RATE_LIMIT_AUTH: '1000000',
      PREVIOUS_SECRET: '',
      NEXT_SECRET: '',
    }
    const child = spawn(process.execPath, [bundled('main.ts')], {
      env: { ...process.env, ...env, ...secrets },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process = child
    const said = (text: Buffer) => void (this.output += text.toString())
    child.stdout?.on('data', said)
    child.stderr?.on('data', said)
    const begun = this.output.length
    while (!this.output.slice(begun).includes('is ready at')) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(this.output.slice(begun))
      await sleep(20)
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}

const holders = new Map<string, string>()
let credentials: { sessionId: string; cookie: string; key: Buffer }
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>

beforeAll(async () => {
  for (let nth = 0; nth < 2; nth++) servers.push(new ConsoleServer(await freePort()))
  merchant = await aFundedMerchant(db, 100_000n)
  await withEndpoint(db, testSeal, merchant.id, 'http://127.0.0.1:9/hooks')
  const at = new Date().toISOString()
  const staff = { id: uuidv7(), created_at: at, email, first_name: 'Ada', last_name: 'Obi', role: 'ADMIN' }
  await db
    .insertInto('staff')
    .values({ ...staff, mode: 'PRODUCTION', password_hash: await hashPassword(password) })
    .execute()
  const key = signingKey(hashKey, randomBytes(32).toString('base64url'))
  credentials = { sessionId: uuidv7(), cookie: randomBytes(32).toString('base64url'), key }
  await db
    .insertInto('session')
    .values({
      id: credentials.sessionId,
      staff_id: staff.id,
      created_at: at,
      seen_at: at,
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      mode: 'PRODUCTION',
      cookie_hash: sha256Hex(credentials.cookie),
      sealed_key: closeSessionKey(testSeal, credentials.sessionId, key),
    })
    .execute()
  const account = { mode: 'PRODUCTION', merchant_id: merchant.id, account_name: 'Chidi Okafor', tier: 1 }
  for (let from = 0; from < wallets; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, nth) => {
      const [id, bvn] = [uuidv7(Date.parse(at)), `22${String(from + nth).padStart(9, '0')}`]
      holders.set(id, bvn)
      const { hash, sealed } = testSeal.closeNumber(bvn, { table: 'wallet', column: 'bvn', id })
      return { ...account, id, created_at: at, status: 'ACTIVE', bvn: hash, sealed_bvn: sealed }
    })
    await db.insertInto('wallet').values(rows).execute()
  }
  // As an upgraded installation has it.
  await sealAllButWallets()
  const asBefore = makeSeal(testSecret, () => 1)
  const files = openFiles({ store: openFolderStore(join(folder, 'files')), seal: asBefore, publicPath: '/api/files' })
  for (let nth = 0; nth < documents; nth++) {
    const report = { mode: 'PRODUCTION', name: `${nth}.pdf`, contentType: 'application/pdf' } as const
    await stored(files, db, { ...report, bytes: Buffer.from(`document ${nth} ${'x'.repeat(50_000)}`) })
  }
  await db.updateTable('sealing').set({ form: 1 }).execute()

  async function sealAllButWallets() {
    await sealAllBy(
      db,
      makeSeal(testSecret, () => 1),
      ['session', 'webhook_endpoint'],
    )
  }
}, 120_000)

async function sealingCommand(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: database.url }
  return (await promisify(execFile)(process.execPath, [bundled('sealing-command.ts'), ...args], { env })).stdout
}

/** Sends to a server that runs: a request whose server ends, or says that it does, is sent to the other one, as by a load balancer. */
async function balanced<T>(request: (url: string) => Promise<T>, first = 0): Promise<T> {
  for (let attempt = first; ; attempt++) {
    try {
      const reply = await request(servers[attempt % servers.length]?.url ?? '')
      if (typeof reply !== 'object' || reply === null || !('status' in reply) || reply.status !== 503) return reply
      if (!isLoaded || attempt > first + 3_000) return reply
      await sleep(20)
    } catch (error) {
      const isCut =
        error instanceof TypeError ||
        /^Error: 503 |ECONN|closed/.test(String(error)) ||
        (error instanceof PartnerRefused && error.status >= 502)
      if (!isCut || !isLoaded || attempt > first + 3_000) throw error
      await sleep(20)
    }
  }
}

const faults: string[] = []
let isLoaded = true
const done = { pages: 0, searches: 0, signIns: 0, orders: 0 }

function expectEqual(what: string, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) faults.push(`${what}: ${JSON.stringify(got)}`)
}

async function showWallets(nth: number): Promise<void> {
  const ids = [...holders.keys()]
  const walletId = ids[(nth * 7_919) % ids.length] ?? ''
  const reply = await balanced((url) => sendCall(url, credentials, contract.wallets.info, { walletId }), nth)
  const bvn = holders.get(walletId) ?? ''
  expectEqual('a wallet', [reply.status, reply.data?.wallet?.bvn], [200, `${bvn.slice(0, 4)}*******`])
  done.pages++
  await sleep(100)
}

async function searchByBvn(nth: number): Promise<void> {
  const ids = [...holders.keys()]
  const walletId = ids[(nth * 104_729) % ids.length] ?? ''
  const text = holders.get(walletId) ?? ''
  const reply = await balanced((url) => sendCall(url, credentials, contract.search.everything, { text }), nth)
  expectEqual('a search', [reply.status, JSON.stringify(reply.data).includes(walletId)], [200, true])
  done.searches++
  await sleep(200)
}

/** The code is requested from one server and used on the other one. */
async function signIn(nth: number): Promise<void> {
  const received = mails.mails.length
  const started = await balanced((url) => sendCall(url, null, contract.session.login, { email, password }), nth)
  if (started.status !== 200) return expectEqual('a sign-in', started.status, 200)
  for (let tries = 0; mails.mails.length === received && tries < 1_500; tries++) await sleep(20)
  const code = /(\d{6}) is your/.exec(mails.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const { challengeId } = started.data
  const verified = await balanced((url) => sendCall(url, null, contract.session.verify, { challengeId, code }), nth + 1)
  expectEqual('a code', verified.status, 200)
  done.signIns++
  await sleep(500)
}

async function lookUpBvn(nth: number): Promise<void> {
  const order = { reference: `LOOK-${nth}`, bvn: `2233${String(nth % 20).padStart(7, '0')}` }
  const ask = async (url: string) =>
    await openPartners({
      baseUrl: url,
      db,
      seal: makeSeal([testSecret, next]),
      railsSecret: null,
      schemeSecret: null,
    }).ask(merchant.id, 'look-ups', order)
  const replies = [await balanced(ask, nth), await balanced(ask, nth + 1)]
  expectEqual('a look-up', replies[0], replies[1])
  done.orders++
  await sleep(100)
}

it('changes the secret of two servers under load, one killed while it seals, and loses nothing', async () => {
  const [a, b] = servers
  if (!a || !b) throw new Error('There are two servers')
  await Promise.all([a.start({ SECRET: testSecret }), b.start({ SECRET: testSecret })])
  const load = [showWallets, searchByBvn, signIn, lookUpBvn].map(async (request) => {
    for (let nth = 0; isLoaded; nth++) {
      await request(nth).catch((error: unknown) => faults.push(`${request.name}: ${String(error)}`))
    }
  })
  const left = async (key: string | null) =>
    (await keyUses(db)).filter((use) => use.key === key).reduce((sum, { values }) => sum + values, 0)
  const expireClaims = () =>
    db
      .updateTable('job_claim')
      .set({ claimed_until: new Date(0).toISOString() })
      .execute()

  // All servers are of this release.
  expect(await sealingCommand('--raise')).toContain('bound to their row')
  for (const server of [a, b]) {
    await server.end()
    await server.start({ SECRET: testSecret, NEXT_SECRET: next })
  }
  // One row is locked, so that sealing cannot end before the kill.
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from wallet order by id desc limit 1 for update')
  await b.end()
  await b.start({ SECRET: next, PREVIOUS_SECRET: testSecret })
  await expireClaims()
  await expect.poll(() => left(keyName(next)), { timeout: 120_000, interval: 10 }).toBeGreaterThan(1_000)
  await b.end('SIGKILL')
  await holder.query('rollback')
  holder.release()
  const afterKill = await left(keyName(testSecret))
  expect(afterKill).toBeGreaterThan(0)
  await expect(b.start({ SECRET: next })).rejects.toThrow('is still needed for')
  await expireClaims()
  await a.end()
  await a.start({ SECRET: next, PREVIOUS_SECRET: testSecret })
  await b.start({ SECRET: next, PREVIOUS_SECRET: testSecret })
  await expect
    .poll(async () => [await left(keyName(testSecret)), await left(null)], { timeout: 120_000 })
    .toEqual([0, 0])
  for (const server of [a, b]) {
    await server.end()
    // Its proofs of the audit may be renewed in the next round.
    for (let tries = 0; ; tries++) {
      try {
        await server.start({ SECRET: next })
        break
      } catch (error) {
        if (tries === 100 || !String(error).includes('proofs of audit seals')) throw error
        await sleep(200)
      }
    }
  }
  await sleep(1_000)
  isLoaded = false
  await Promise.all(load)

  expect(faults).toEqual([])
  for (const count of Object.values(done)) expect(count).toBeGreaterThan(0)
  const seal = makeSeal(next)
  expect(await findUnopened(db, seal)).toEqual([])
  expect(await findSealFaults(db, { seal, anchor: null })).toEqual([])
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  const listed = await sealingCommand()
  expect(listed).toContain(`key ${keyName(next)}`)
  expect(listed).not.toContain(keyName(testSecret))
  const reply = await sendCall(a.url, credentials, contract.session.profile, {})
  expect(reply.status).toBe(200)
  process.stdout.write(`${afterKill} values were left at the kill; ${JSON.stringify(done)}\n`)
})
