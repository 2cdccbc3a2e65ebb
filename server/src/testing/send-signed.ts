import { z } from 'zod'
import { signWebhook } from '../rails/webhooks.ts'
import { uuidv7 } from '../uuid.ts'
import type { TestApp } from './app.ts'

/** What is unusual about a signed call. */
export interface SignedBend {
  secret?: string
  merchantId?: string
  /** When it was signed. */
  atMs?: number
  id?: string
  /** Headers as they are sent, whatever was signed. */
  headers?: Record<string, string>
  /** Sent in place of what was signed. */
  text?: string
  /** Closes the connection. */
  signal?: AbortSignal
}

const answered = z.looseObject({ data: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}) })

/** Signs a body and sends it; gives the status and what was answered. */
export async function sendSigned(to: TestApp, path: string, body: unknown, bend: SignedBend = {}) {
  const text = JSON.stringify(body)
  const id = bend.id ?? `msg_${uuidv7()}`
  const timestampSeconds = Math.floor((bend.atMs ?? to.clock.now().getTime()) / 1000)
  const secret = bend.secret ?? to.services.settings.railsSecret ?? ''
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id, timestampSeconds, body: text, secret }),
    ...(bend.merchantId && { 'merchant-id': bend.merchantId }),
    ...bend.headers,
  }
  const reply = await fetch(`${to.url}/rails/${path}`, {
    method: 'POST',
    headers,
    body: bend.text ?? text,
    ...(bend.signal && { signal: bend.signal }),
  })
  const said = answered.parse(await reply.json())
  return { status: reply.status, said, data: said.data, retryAfter: reply.headers.get('retry-after') }
}
