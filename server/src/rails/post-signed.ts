import { randomUUID } from 'node:crypto'
import { signWebhook } from './webhooks.ts'

interface SignedPost {
  secret: string
  timeoutMs: number
  headers?: Record<string, string>
}

/** Posts JSON signed by Standard Webhooks, as callers of the signed API do. */
export async function postSigned(
  url: string,
  content: object,
  { secret, timeoutMs, headers = {} }: SignedPost,
): Promise<Response> {
  const body = JSON.stringify(content)
  const id = `msg_${randomUUID()}`
  const timestampSeconds = Math.floor(Date.now() / 1000)
  return await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signWebhook({ id, timestampSeconds, body, secret }),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  })
}
