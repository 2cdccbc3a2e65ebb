import { once } from 'node:events'
import { type IncomingMessage } from 'node:http'
import { request as open } from 'node:https'
import { text as textOf } from 'node:stream/consumers'

/** Whom a caller trusts, and what it shows to others. */
export interface Credentials {
  ca: Buffer
  cert?: Buffer
  key?: Buffer
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  ok: boolean
  text: string
}

/** Changes, such as a switch-over, answer when they are complete. */
const waitMs = { read: 2_000, change: 60_000 }

/** Sends one request over a connection of its own. Rejects if the connection fails or is refused, or without an answer in time. */
export async function request(
  url: string,
  { ca, cert, key }: Credentials,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(body === undefined ? waitMs.read : waitMs.change)
  const call = open(url, { method, headers, ca, cert, key, agent: false, signal })
  call.end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const status = response.statusCode ?? 0
  return { ok: status >= 200 && status < 300, text: await textOf(response) }
}
