import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from './http/passwords.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import { type Simulator, startSimulator } from '@kobo/demo/simulator/simulator'
import { type Server, startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { sendCall } from './testing/client.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { startMailServer } from './testing/mails.ts'
import { aFundedMerchant, aPayout, eventually } from './testing/payouts.ts'
import { uuidv7 } from './uuid.ts'

const { session } = contract
const [email, password] = ['ada@demo.test', 'kobo-demo-2026']
const folder = mkdtempSync(join(tmpdir(), 'kobo-roles-'))
let database: TestDatabase
let simulator: Simulator
let mails: Awaited<ReturnType<typeof startMailServer>>
let jobs: Jobs
const servers: Server[] = []

beforeAll(async () => {
  database = await aDatabase()
  simulator = await startSimulator({ databaseUrl: database.url })
  mails = await startMailServer()
  jobs = await openJobs(database.url, { retryDelaySeconds: 1, housekeeping: false, onError: () => {} })
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await jobs.stop()
  await mails.close()
  await simulator.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(ROLE: 'web' | 'worker') {
  const env = {
    ROLE,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET: 'x'.repeat(32),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SWITCH_URL: simulator.url,
    SMTP_URL: mails.url,
    EXPOSE_METRICS: '1',
  }
  const server = await startServer(readSettings(env, folder), {
    step: () => {},
    progress: () => {},
    demoMail: () => {},
  })
  servers.push(server)
  const address = server.app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const statusOf = async (id: string) =>
  (await database.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

it('serves requests only with ROLE=web and runs jobs only with ROLE=worker', async () => {
  await database.db
    .insertInto('staff')
    .values({
      id: uuidv7(),
      created_at: new Date().toISOString(),
      email,
      first_name: 'Ada',
      last_name: 'Obi',
      role: 'ADMIN',
      password_hash: await hashPassword(password),
    })
    .execute()
  const web = await start('web')
  const merchant = await aFundedMerchant(database.db, 1_000_000n)
  const payout = await aPayout(database.db, jobs, { merchant })
  expect((await sendCall(web, null, session.login, { email, password })).status).toBe(200)
  await sleep(1_500)
  expect(await statusOf(payout)).toBe('QUEUED')
  expect(mails.mails).toEqual([])

  const worker = await start('worker')
  await eventually(async () => (await statusOf(payout)) === 'SUCCESS')
  await eventually(async () => mails.mails.length === 1)
  expect((await fetch(`${worker}/healthz`)).status).toBe(200)
  expect((await fetch(`${worker}/readyz`)).status).toBe(200)
  const figures = await (await fetch(`${worker}/metrics`)).text()
  expect(figures).toContain('jobs_waiting{kind="payout"} 0')
  expect(figures).toContain('jobs_dead{kind="payout"} 0')
  expect(figures).toContain('outside_trouble')
  expect((await fetch(`${worker}/api/merchant`)).status).toBe(404)
  expect((await fetch(`${worker}/`)).status).toBe(404)
}, 60_000)
