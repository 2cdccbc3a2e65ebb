import { z } from 'zod'
import { tracedCall } from './traced-call.ts'

export interface JsonRequest {
  /** Name of the call for traces, without any data. */
  name: string
  method: 'GET' | 'POST'
  url: string
  timeoutMs: number
  body?: object
  /** Sent as a bearer token. */
  secret?: string
}

export interface Answer {
  /** HTTP status, if there was a response. */
  status: number | null
  body: Record<string, unknown> | null
  /** Why there is no usable response: `timeout`, `unreachable`, `connection lost`, `unreadable`, `status 503`. */
  problem: string | null
}

const bodyCapBytes = 64 * 1024
const jsonObject = z.record(z.string(), z.unknown())

/** Sends a request to an external service; failures are returned as a problem and never thrown. */
export async function requestJson(request: JsonRequest): Promise<Answer> {
  return await tracedCall(request.name, request.url, async () => {
    const answer = await exchange(request)
    return { result: answer, ...answer }
  })
}

async function exchange({ method, url, timeoutMs, body, secret }: JsonRequest): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json' })
  if (body) headers.set('content-type', 'application/json')
  if (secret) headers.set('authorization', `Bearer ${secret}`)
  const signal = AbortSignal.timeout(timeoutMs)
  let status: number | null = null
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    status = response.status
    const parsed = parseObject(await readCapped(response))
    if (!response.ok) return { status, body: parsed, problem: `status ${status}` }
    return { status, body: parsed, problem: parsed ? null : 'unreadable' }
  } catch (error) {
    return { status, body: null, problem: signal.aborted ? 'timeout' : connectionProblem(error) }
  }
}

/** Returns the body as text, or an empty one if it exceeds the size limit. */
async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | Uint8Array[] = response.body ?? []
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > bodyCapBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** jsonb rejects NUL and unpaired surrogates, which no valid response contains. */
const unstorable = /\\u(0000|d[89a-f])/

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const { data } = jsonObject.safeParse(JSON.parse(text))
    return data === undefined || unstorable.test(JSON.stringify(data)) ? null : data
  } catch {
    return null
  }
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function connectionProblem(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return unreachableCodes.has(code) ? 'unreachable' : 'connection lost'
}
