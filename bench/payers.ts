import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { freePort, startBenchServer } from './bench-server.ts'

const root = join(import.meta.dirname, '..')
/** Response time of the simulated switch. */
export const switchMs = 50

export interface Payers {
  baseUrl: string
  dataDir: string
  client: pg.Client
  /** Superuser who may create databases on the same server. */
  superuserUrl: string
  /** Merchants with the highest balances. */
  merchants: string[]
  /** CBN codes of the banks that have received payouts. */
  banks: string[]
  /** Changes the behaviour of the simulated external services. */
  behave(change: object): Promise<void>
  /** Sends a merchant's request and returns the response. */
  ask(merchantId: string, path: 'payouts' | 'batches', body: object): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

/** Account number that the switch treats like any other. */
export const someAccount = (nth: number): string => `${1_000_000 + nth}123`

const responseSchema = z.object({ data: z.record(z.string(), z.unknown()) })

/** Starts a server with a fresh demo and no simulated failures, and this many merchants that can pay and receive webhooks. */
export async function startPayers(count: number): Promise<Payers> {
  const simulatorPort = await freePort()
  const { baseUrl, dataDir, databaseUrl, stop } = await startBenchServer({ SIMULATOR_PORT: String(simulatorPort) })
  const client = new pg.Client({ connectionString: databaseUrl() })
  const behave = async (change: object) => {
    const response = await fetch(`http://127.0.0.1:${simulatorPort}/behaviour`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    if (!response.ok) throw new Error(`The simulator responded with ${response.status}`)
  }
  try {
    await client.connect()
    await behave({ latencyMs: switchMs, transfers: { approved: 1 }, nameFailures: 0, hookFailures: 0, hookSilences: 0 })
    const secret = await shareSecret(client, { dataDir, baseUrl })
    const { rows } = await client.query<{ id: string }>(
      `select merchant.id from account
      join merchant on merchant.id = account.merchant_id
      where account.kind = 'MERCHANT' and merchant.mode = 'PRODUCTION' and merchant.status = 'ACTIVE'
      order by available_kobo desc
      limit $1`,
      [count],
    )
    const banks = await client.query<{ code: string }>(
      // Bill payments are debits too, but name a biller, to which no payout can be sent.
      `select beneficiary_bank_code as code from transaction
      where type = 'DEBIT' and category = 'BANK_TRANSFER' and beneficiary_bank_code is not null group by 1 order by 1`,
    )
    return {
      baseUrl,
      dataDir,
      client,
      superuserUrl: databaseUrl('postgres'),
      merchants: rows.map(({ id }) => id),
      banks: banks.rows.map(({ code }) => code),
      behave,
      ask: (merchantId, path, body) =>
        signedCall(`${baseUrl}/rails/merchants/${path}`, { body, secret, headers: { 'merchant-id': merchantId } }),
      stop: async () => {
        await client.end()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Sets the secret of all merchants to the one that the demo's command prints. */
async function shareSecret(client: pg.Client, { dataDir, baseUrl }: { dataDir: string; baseUrl: string }) {
  const command = join(root, 'demo/src/payout-command.ts')
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: new URL(baseUrl).port }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', command], { cwd: root, env })
  const { merchantId, webhookSecret } = z
    .object({ merchantId: z.string(), webhookSecret: z.string() })
    .parse(JSON.parse(stdout))
  await client.query(
    `update webhook_endpoint set sealed_secret = shared.sealed_secret
    from webhook_endpoint as shared
    where shared.merchant_id = $1`,
    [merchantId],
  )
  return webhookSecret
}

/** Sends a call signed by Standard Webhooks; returns the response. */
export async function signedCall(
  url: string,
  call: { body: object; secret: string; headers?: Record<string, string> },
) {
  const body = JSON.stringify(call.body)
  const id = `msg_${randomUUID()}`
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(call.secret.replace(/^whsec_/, ''), 'base64')
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...call.headers,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
    },
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return responseSchema.parse(JSON.parse(text)).data
}
