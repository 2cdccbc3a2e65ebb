// Refunds a payment in a demo of its own, on a web server and a worker, and draws the trace of that call: npm run trace:picture
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachOrStart } from '@kobo/server/db/embedded'
import { freePort } from '@kobo/server/db/embedded-process'
import pg from 'pg'
import { z } from 'zod'
import { signIn } from './api-sign-in.ts'
import { root } from './root.mjs'
import { fetchSigned } from './sign-call.ts'
import { temporaryFolder } from './temporary-folder.mjs'
import { drawTrace, type DrawnSpan } from './draw-trace.ts'

const target = join(root, 'docs/traces/refund.svg')
const withinMs = 600_000
const children: ChildProcess[] = []

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
})
const received = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

const spans: (DrawnSpan & { traceId: string })[] = []
const receiver = createServer((request, response) => void receive(request, response))

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  for (const { resource, scopeSpans } of received.parse(JSON.parse(Buffer.concat(chunks).toString())).resourceSpans) {
    const role = resource.attributes.find(({ key }) => key === 'kobo.role')?.value.stringValue ?? ''
    for (const one of scopeSpans.flatMap((scope) => scope.spans)) {
      const times = { startMs: Number(one.startTimeUnixNano) / 1e6, endMs: Number(one.endTimeUnixNano) / 1e6 }
      spans.push({ ...one, ...times, role, parentSpanId: one.parentSpanId || undefined })
    }
  }
  response.end('{}')
}

try {
  await main()
} finally {
  for (const child of children.reverse()) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  receiver.close()
  receiver.closeAllConnections()
}

async function main(): Promise<void> {
  const dataDir = temporaryFolder()
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const env = {
    DEMO: '1',
    DEMO_TRANSACTIONS: '10000',
    DEMO_TRAFFIC: 'off',
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
  const baseUrl = await start({ ...env, ROLE: 'web' })
  const { url } = await attachOrStart({ dataDir })
  await start({ ...env, ROLE: 'worker', DATABASE_URL: url })
  const db = new pg.Client(url)
  await db.connect()
  try {
    const traceId = await refundSomething(baseUrl, db)
    const drawn = ofTrace(traceId)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, drawTrace(drawn))
    console.log(`${drawn.length} spans of the trace ${traceId} were drawn into ${target}`)
  } finally {
    await db.end()
  }
}

/** Starts a server and returns its address once it is ready. */
async function start(env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await until(() => output.includes('is ready at'))
  return `http://127.0.0.1:${port}`
}

/**
 * Refunds a part of some collection, and returns the trace id of the call once it has succeeded. If the worker has posted it
 * together with other payments, the trace of another one has its posting: then the next one is refunded.
 */
async function refundSomething(baseUrl: string, db: pg.Client): Promise<string> {
  const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
  const { rows } = await db.query<{ id: string }>(`
    select transaction.id from transaction join merchant on merchant.id = merchant_id
    where transaction.mode = 'PRODUCTION' and type = 'CREDIT' and transaction.status = 'SUCCESS' and is_refund_enabled
      and originator_number is not null and payment_method is not null
    order by transaction.created_at desc limit 50`)
  for (const { id: transactionId } of rows) {
    const body = JSON.stringify({ transactionId, amount: 100, reason: 'Returned goods' })
    const response = await fetchSigned(
      { apiUrl: `${baseUrl}/api`, hashKey: 'demo-hash-key', session },
      { method: 'POST', path: '/admin/refunds', body, idempotencyKey: randomUUID() },
    )
    if (!response.ok) continue
    for (let tries = 0; tries < 50; tries++) {
      await sleep(200)
      const query = `select status from transaction join refund on refund_transaction_id = transaction.id
        where refund.transaction_id = $1 order by refund.created_at desc limit 1`
      const [refund] = (await db.query<{ status: string }>(query, [transactionId])).rows
      if (refund?.status === 'FAILED') break
      if (refund?.status !== 'SUCCESS') continue
      const traceId = response.headers.get('x-request-id') ?? ''
      await untilComplete(traceId)
      if (ofTrace(traceId).some(({ name, role }) => name === 'insert entry' && role === 'worker')) return traceId
      break
    }
  }
  throw new Error('No refund succeeded')
}

function ofTrace(traceId: string) {
  return spans.filter((one) => one.traceId === traceId)
}

/** Waits until no more spans of a trace arrive. */
async function untilComplete(traceId: string): Promise<void> {
  await until(() => ofTrace(traceId).some(({ parentSpanId }) => parentSpanId === undefined))
  for (let count = -1; count !== ofTrace(traceId).length; ) {
    count = ofTrace(traceId).length
    await sleep(2_000)
  }
}

async function until(happened: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + withinMs
  while (!happened()) {
    if (Date.now() > giveUpAt) throw new Error(`It did not happen within ${withinMs / 1000} s`)
    await sleep(100)
  }
}
