// Makes one signed call to a running server: npm run api -- GET '/merchant?page=1'
// or: npm run api -- POST /merchant/approve '{"merchantId":"…"}'
import { randomUUID } from 'node:crypto'
import { failure } from '@kobo/contract/kit/envelope'
import { z } from 'zod'
import { type KeptSession, sessionFile } from './api-session.ts'
import { signIn } from './api-sign-in.ts'
import { fetchSigned } from './sign-call.ts'

const config = z.object({ apiBaseUrl: z.string(), hashKey: z.string(), accessToken: z.string().default('v1') })
const usage = `Usage: npm run api -- GET '/merchant?page=1'
       npm run api -- POST /merchant/approve '{"merchantId":"…"}'
BASE_URL (http://localhost:3000), EMAIL and PASSWORD (the demo's) choose the server and the operator.`

const [method = '', path = '', json = ''] = process.argv.slice(2)

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<number> {
  if (!/^(GET|POST|PATCH|PUT|DELETE)$/.test(method) || !path.startsWith('/')) throw new Error(usage)
  // Sent as parsed, so that a syntax error is reported here.
  const body = json === '' ? '' : JSON.stringify(parse(json))
  const baseUrl = (process.env['BASE_URL'] || 'http://localhost:3000').replace(/\/$/, '')
  const email = process.env['EMAIL'] || 'admin@demo.test'
  const password = process.env['PASSWORD'] || 'kobo-demo-2026'

  const server = await readConfig(baseUrl)
  const file = sessionFile(baseUrl, email)
  const newSession = async () => {
    const session = await signIn({ baseUrl, apiUrl: server.apiUrl }, email, password)
    file.write(session)
    return session
  }

  const storedSession = file.read()
  let response = await call(server, storedSession ?? (await newSession()), body)
  if (response.status === 401 && storedSession !== null) response = await call(server, await newSession(), body)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  process.stdout.write(`${isJson ? JSON.stringify(JSON.parse(text), null, 2) : text}\n`)
  return response.ok ? 0 : 1
}

async function readConfig(baseUrl: string) {
  const response = await fetch(`${baseUrl}/config.json`).catch(() => null)
  if (!response?.ok) throw new Error(`No server responds at ${baseUrl}; start one with: npm start`)
  const { apiBaseUrl, hashKey, accessToken } = config.parse(await response.json())
  const apiUrl = new URL(apiBaseUrl, `${baseUrl}/`).href.replace(/\/$/, '')
  return { apiUrl, hashKey, version: accessToken === 'v2' ? 'v2' : 'v1' } as const
}

type Server = Awaited<ReturnType<typeof readConfig>>

async function call({ apiUrl, hashKey, version }: Server, session: KeptSession, body: string): Promise<Response> {
  const idempotencyKey = method === 'GET' ? '' : randomUUID()
  const send = (timestampMs: number) =>
    fetchSigned({ apiUrl, hashKey, session }, { method, path, body, idempotencyKey, timestampMs, version })
  const response = await send(Date.now())
  if (response.status !== 400) return response
  const refused = failure.safeParse(await response.clone().json())
  if (!refused.success || refused.data.code !== 'clock_skew') return response
  return send(refused.data.serverTime ?? Date.now())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`The body is not JSON: ${text}`)
  }
}
