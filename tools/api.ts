// Makes one signed call to a running server: npm run api -- GET '/merchant?page=1'
// or: npm run api -- POST /merchant/approve '{"merchantId":"…"}'
import { failure } from '@kobo/contract/kit/envelope'
import { z } from 'zod'
import { type KeptSession, sessionFile } from './api-session.ts'
import { signIn } from './api-sign-in.ts'
import { signCall } from './sign-call.ts'

const config = z.object({ apiBaseUrl: z.string(), hashKey: z.string() })
const usage = `Usage: npm run api -- GET '/merchant?page=1'
       npm run api -- POST /merchant/approve '{"merchantId":"…"}'
BASE_URL (http://localhost:3000), EMAIL and PASSWORD (the demo's) choose the server and who signs in.`

const [method = '', path = '', json = ''] = process.argv.slice(2)

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main(): Promise<number> {
  if (!/^(GET|POST|PATCH|PUT|DELETE)$/.test(method) || !path.startsWith('/')) throw new Error(usage)
  // Sent as it was parsed, so that a typing error is found here.
  const body = json === '' ? '' : JSON.stringify(parse(json))
  const baseUrl = (process.env['BASE_URL'] || 'http://localhost:3000').replace(/\/$/, '')
  const email = process.env['EMAIL'] || 'admin@demo.test'
  const password = process.env['PASSWORD'] || 'kobo-demo-2026'

  const { apiBaseUrl, hashKey } = await readConfig(baseUrl)
  const apiUrl = new URL(apiBaseUrl, `${baseUrl}/`).href.replace(/\/$/, '')
  const file = sessionFile(baseUrl, email)
  const newSession = async () => {
    const session = await signIn({ baseUrl, apiUrl }, email, password)
    file.write(session)
    return session
  }

  const kept = file.read()
  let answer = await call(apiUrl, hashKey, kept ?? (await newSession()), body)
  if (answer.status === 401 && kept !== null) answer = await call(apiUrl, hashKey, await newSession(), body)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  process.stdout.write(`${isJson ? JSON.stringify(JSON.parse(text), null, 2) : text}\n`)
  return answer.ok ? 0 : 1
}

async function readConfig(baseUrl: string) {
  const answer = await fetch(`${baseUrl}/config.json`).catch(() => null)
  if (!answer?.ok) throw new Error(`No server answers at ${baseUrl}; start one with: npm start`)
  return config.parse(await answer.json())
}

async function call(apiUrl: string, hashKey: string, session: KeptSession, body: string): Promise<Response> {
  const send = (timestampMs: number) =>
    fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        'access-token': signCall(session, hashKey, { method, path, body, timestampMs }),
        cookie: session.cookie,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    })
  const answer = await send(Date.now())
  if (answer.status !== 400) return answer
  const refused = failure.safeParse(await answer.clone().json())
  if (!refused.success || refused.data.code !== 'clock_skew') return answer
  return send(refused.data.serverTime ?? Date.now())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`The body is not JSON: ${text}`)
  }
}
