import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freePort } from './db/embedded-process.ts'
import { signingKey } from './http/signature.ts'
import { bundled } from './testing/bundled.ts'
import { sendCall } from './testing/client.ts'
import { aDatabase } from './testing/database.ts'
import { runningProcesses } from './testing/processes.ts'

const { session, merchants, invites } = contract
const folder = mkdtempSync(join(tmpdir(), 'kobo-main-'))
const started: ChildProcess[] = []
let port: number
let url: string

beforeAll(async () => {
  port = await freePort()
  url = `http://localhost:${port}`
})

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await eventually(() => databaseProcesses() === 0)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the product as `npm start` does, with a folder and a port of its own. */
function run(command: string, env: Record<string, string> = {}, args: string[] = [], scripts = inject('scripts')) {
  const child = spawn(process.execPath, [bundled(command, scripts), ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT: String(port), DEMO_TRANSACTIONS: '10000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, ended, output: () => output, ready: () => eventually(() => output.includes('is ready at')) }
}

async function eventually(happened: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2400; tries++) {
    if (happened()) return
    await sleep(100)
  }
  throw new Error('It did not happen within four minutes')
}

function databaseProcesses(): number {
  return runningProcesses().filter(({ command }) => command.includes(folder) && command.includes('postgres')).length
}

async function signIn(email: string, password: string) {
  const { challengeId } = (await sendCall(url, null, session.login, { email, password })).data
  let code = ''
  for (let tries = 0; tries < 100 && code === ''; tries++) {
    await sleep(100)
    const mails = JSON.parse(await (await fetch(`${url}/outbox.json?to=${email}`)).text())
    code = /\b\d{6}\b/.exec(mails[0]?.subject ?? '')?.[0] ?? ''
  }
  const reply = await sendCall(url, null, session.verify, { challengeId, code })
  const cookie = /kobo_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { sessionId: reply.data.sessionId, cookie, key: signingKey('demo-hash-key', reply.data.token) }
}

it('starts on an empty folder, rejects a second server, survives a kill, and stops without leftovers', async () => {
  const first = run('main.ts')
  await first.ready()
  // The last output may arrive in chunks.
  await eventually(() => first.output().includes('/outbox'))
  expect(first.output()).toContain(`http://localhost:${port}`)
  expect(first.output()).toContain('admin@demo.test / kobo-demo-2026')

  const samePort = run('main.ts', { DATA_DIR: join(folder, 'other') })
  expect(await samePort.ended).toBe(1)
  expect(samePort.output().trim()).toBe(`Port ${port} is in use. Stop what is using it, or choose another with PORT.`)
  const sameFolder = run('main.ts', { PORT: String(await freePort()) })
  expect(await sameFolder.ended).toBe(1)
  expect(sameFolder.output()).toContain(`Another Kobo Console is using the folder ${folder}.`)

  const ada = await signIn('admin@demo.test', 'kobo-demo-2026')
  const waiting = (await sendCall(url, ada, merchants.list, { verified: 'SUBMITTED', size: 1 })).data.merchants[0]
  const merchantId = waiting?.id ?? ''
  expect((await sendCall(url, ada, merchants.approve, { merchantId })).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.ended
  await eventually(() => databaseProcesses() === 0)

  const second = run('main.ts')
  await second.ready()
  const after = await sendCall(url, ada, merchants.info, { merchantId })
  expect(after.data.merchant).toMatchObject({ verified: 'ACCEPTED', status: 'ACTIVE', wallet: { bookedBalance: 0 } })

  const invite = run('staff-add-command.ts', {}, [
    '--email',
    'Bisi@demo.test',
    '--first-name',
    'Bisi',
    '--last-name',
    'Ade',
  ])
  expect(await invite.ended).toBe(0)
  const link = new URL(/http\S+/.exec(invite.output())?.[0] ?? '')
  expect(link.pathname).toBe('/invite')
  const code = { email: link.searchParams.get('email') ?? '', inviteCode: link.searchParams.get('inviteCode') ?? '' }
  expect((await sendCall(url, null, invites.status, code)).data).toMatchObject({ valid: true, firstName: 'Bisi' })
  const password = 'a-password-of-bisi'
  expect((await sendCall(url, null, invites.accept, { ...code, password })).status).toBe(200)
  expect((await sendCall(url, null, invites.accept, { ...code, password })).status).toBe(409)
  const bisi = await signIn('bisi@demo.test', password)
  expect((await sendCall(url, bisi, session.profile, {})).data.user).toMatchObject({ firstName: 'Bisi', role: 'ADMIN' })

  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(second.output()).toContain('"signal":"SIGTERM"')
  expect(second.output()).toContain('Shutting down: SIGTERM')
  expect(databaseProcesses()).toBe(0)
}, 600_000)

it('starts in production where the demo is absent, and names it where DEMO asks for it', async () => {
  const database = await aDatabase()
  const scripts = `${inject('scripts')}-without-demo`
  // The bundler names each module above its code.
  const hasDemo = (path: string) => path.endsWith('.js') && readFileSync(path, 'utf8').includes('\n// demo/src/')
  cpSync(inject('scripts'), scripts, { recursive: true, filter: (path) => !hasDemo(path) })
  const start = (env: Record<string, string>) => run('main.ts', { DATABASE_URL: database.url, ...env }, [], scripts)
  try {
    const production = start({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET: randomBytes(32).toString('base64url'),
      HASH_KEY: 'a key of our own',
      PUBLIC_URL: 'https://console.example',
    })
    await production.ready()
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
    production.child.kill('SIGTERM')
    expect(await production.ended).toBe(0)

    const demo = start({ DEMO: '1' })
    expect(await demo.ended).toBe(1)
    expect(demo.output().trim()).toBe('The demo is not installed: leave DEMO out, and set DATABASE_URL.')
  } finally {
    await database.close()
    rmSync(scripts, { recursive: true })
  }
})

it.each([
  [[], 'Usage: npm run staff:add'],
  [['--email', 'no address', '--first-name', 'A', '--last-name', 'B'], 'Usage: npm run staff:add'],
  [['--email', 'a@demo.test', '--first-name', '=1+1', '--last-name', 'B'], 'Usage: npm run staff:add'],
  [['--nonsense'], 'Usage: npm run staff:add'],
])('prints the usage of staff:add when called with %j', async (args, sentence) => {
  const command = run('staff-add-command.ts', {}, args)
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain(sentence)
})
