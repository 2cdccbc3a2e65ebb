import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@kobo/contract'
import { trace } from '@opentelemetry/api'
import { type Simulator, startSimulator } from '@kobo/demo/simulator/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './db/embedded-process.ts'
import { describeStatement } from './db/traced-statements.ts'
import { transact } from './db/transact.ts'
import { withoutTrace, withTrace } from './jobs/job-trace.ts'
import { readTracing } from './settings-tracing.ts'
import { type Client, startApp, type TestApp } from './testing/app.ts'
import { bundled } from './testing/bundled.ts'
import { type Answer, sendCall } from './testing/client.ts'
import { testSecret } from './testing/factories.ts'
import { collect } from './testing/ledger-fixtures.ts'
import { aFundedMerchant, ownAccount } from './testing/payouts.ts'
import { sender } from './testing/refund-bookkeeping.ts'
import { startTraceReceiver } from './testing/trace-receiver.ts'
import { storedTrace, traceIdOf } from './tracing.ts'

const { refunds, merchants } = contract
const folder = mkdtempSync(join(tmpdir(), 'kobo-traces-'))
/** Reports each module of the SDK that a process loads. */
const watcher = join(folder, 'watcher.cjs')
const children: ChildProcess[] = []

let app: TestApp
let ada: Client
let simulator: Simulator
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  simulator = await startSimulator({ databaseUrl: app.database.url, acquirersClient: null })
  receiver = await startTraceReceiver()
  writeFileSync(
    watcher,
    `const Module = require('node:module'), load = Module._load
    Module._load = function (name) {
      if (/@opentelemetry.(sdk|exporter|otlp)/.test(name)) process.stdout.write('loaded ' + name + '\\n')
      return load.apply(this, arguments)
    }`,
  )
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await receiver.close()
  await simulator.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startServer(role: 'web' | 'worker', more: Record<string, string> = {}) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--require', watcher, bundled('main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: app.database.url,
      DATA_DIR: folder,
      SECRET: testSecret,
      HOST: '127.0.0.1',
      PORT: String(port),
      ROLE: role,
      SWITCH_URL: simulator.url,
      LOG_LEVEL: 'info',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready at')
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const requestIdOf = (answer: Answer<unknown>) => answer.headers.get('x-request-id') ?? ''
const reason = 'Returned by Mrs Bello'

describe('tracing', () => {
  it('follows a refund from the call to its posting in one trace over two servers', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
    const web = await startServer('web', env)
    const worker = await startServer('worker', env)
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', merchant.id).execute()
    const account = await ownAccount(app.db, merchant.id)
    const shop = {
      id: account.id,
      mode: 'PRODUCTION',
      merchantId: merchant.id,
      walletId: null,
      kind: account.kind,
    } as const
    const transactionId = await transact(app.db, (t) => collect(t, shop, sender))

    const call = { transactionId, amount: 500, reason }
    const refunded = await sendCall(web.url, ada.credentials, refunds.request, call)
    expect(refunded).toMatchObject({ status: 200 })
    const id = refunded.data.refundTransactionId ?? ''
    const status = async () =>
      (await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirst())?.status
    await expect.poll(status, { timeout: 60_000 }).toBe('SUCCESS')
    const missing = await sendCall(web.url, ada.credentials, refunds.info, { refundId: transactionId })
    expect(missing.status).toBe(404)
    // The worker cannot carry this job out, and logs its failure with its trace.
    await sql`insert into pgboss.job (name, data) values ('settle', '{}')`.execute(app.db)
    await expect.poll(worker.output, { timeout: 60_000 }).toMatch(/"traceId":"[0-9a-f]{32}".*background work failed/)
    await web.stop()
    await worker.stop()

    const traceId = requestIdOf(refunded)
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    const spans = receiver.spans.filter((span) => span.traceId === traceId)
    const namesOf = (role: string) => spans.flatMap((span) => (span.role === role ? [span.name] : []))
    expect(namesOf('web')).toEqual(
      expect.arrayContaining(['POST /api/admin/refunds', 'transaction', 'insert refund', 'insert job', 'commit']),
    )
    expect(namesOf('worker')).toEqual(
      expect.arrayContaining([
        'job payout',
        'switch transfer',
        'apply responses',
        'transaction',
        'insert entry',
        'commit',
      ]),
    )
    // A tree: every span but the call has its parent in the trace.
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
    expect(roots.map(({ name }) => name)).toEqual(['POST /api/admin/refunds'])
    const posting = spans.find(({ name, role }) => name === 'insert entry' && role === 'worker')
    const path: string[] = []
    for (let span = posting; span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId))
      path.push(span.name)
    expect(path).toEqual(['insert entry', 'transaction', 'apply responses', 'job payout', 'POST /api/admin/refunds'])

    // An error that the operator reads has the id of its trace.
    expect(JSON.parse(missing.text)).toMatchObject({ requestId: requestIdOf(missing) })
    const failed = receiver.spans.find((span) => span.traceId === requestIdOf(missing) && !span.parentSpanId)
    expect(failed?.attributes).toMatchObject({
      'http.route': '/api/admin/refund/info',
      'http.response.status_code': 404,
    })

    // What is exported names no person and no value.
    const exported = receiver.texts.join('\n')
    for (const secret of [reason, sender.originator_name, sender.originator_number, merchant.id, id, '$1', '/bvn/']) {
      expect(exported).not.toContain(secret)
    }
    expect(web.output()).toContain('loaded @opentelemetry/sdk')
  })

  it('loads none of the SDK unless it is configured', async () => {
    const web = await startServer('web')
    const reply = await sendCall(web.url, ada.credentials, merchants.list, {})
    expect(reply.status).toBe(200)
    expect(requestIdOf(reply)).toMatch(/^[0-9a-f]{32}$/)
    await web.stop()
    expect(web.output()).not.toContain('loaded @opentelemetry')
  })

  it('works on when nothing receives the traces', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_BSP_SCHEDULE_DELAY: '50' }
    const web = await startServer('web', env)
    expect((await sendCall(web.url, ada.credentials, merchants.list, {})).status).toBe(200)
    expect((await sendCall(web.url, ada.credentials, merchants.list, {})).status).toBe(200)
    await web.stop()
  })
})

it('names a statement by its kind and table', () => {
  const cases = {
    'select "id" from "transaction" where "id" = $1': 'select transaction',
    'with due as (select 1 from pgboss.job) update pgboss.job set state = $1': 'update job',
    'insert into "entry" ("id") values ($1)': 'insert entry',
    'delete from count_delta where id in (select id from count_delta)': 'delete count_delta',
    'select "id" from "account" as "of" for update of "of"': 'select account',
    'select id from account for no key update of account': 'select account',
    begin: 'begin',
    'set local statement_timeout = 2000': 'set',
    '': 'statement',
  }
  expect(Object.keys(cases).map(describeStatement)).toEqual(Object.values(cases))
})

it('stores no trace without one, and reads only well-formed ones', () => {
  const data = { transactionId: 'x', merchantId: 'y' }
  expect(withTrace(data)).toBe(data)
  expect(withoutTrace({ ...data, traceparent: 'z' })).toEqual(data)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const read = (stored: unknown) => traceIdOf(trace.getSpan(storedTrace(stored)))
  expect(read(`00-${traceId}-00f067aa0ba902b7-01`)).toBe(traceId)
  for (const stored of [
    null,
    7,
    {},
    '',
    `00-${traceId}`,
    `00-${traceId}-00f067aa0ba902b7-01x`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])
    expect(read(stored)).toBeNull()
})

it('rejects settings that it cannot use', () => {
  expect(readTracing({})).toEqual({ tracesUrl: null, traceShare: 1 })
  expect(readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:4318/', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toEqual({
    tracesUrl: 'http://a:4318',
    traceShare: 0.1,
  })
  expect(() => readTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
  expect(() => readTracing({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
