import { z } from 'zod'
import type { Mode } from '@kobo/contract/kit/mode'
import { signWebhook } from '../rails/webhooks.ts'
import { uuidv7 } from '../uuid.ts'
import type { TestApp } from './app.ts'
import { openPartners, type Partners } from '@kobo/demo/partners'
import { aFundedMerchant, withEndpoint } from './payouts.ts'

/** Deviations of one signed call from a valid one. */
export interface SignedBend {
  secret?: string
  merchantId?: string
  /** Time of the signature. */
  atMs?: number
  id?: string
  /** Headers sent in addition to or in place of the signed ones. */
  headers?: Record<string, string>
  /** Body sent in place of the signed one. */
  text?: string
  /** Aborts the request. */
  signal?: AbortSignal
}

const replySchema = z.looseObject({ data: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}) })

/** Signs and sends a body; returns the status and the response. */
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
  const content = replySchema.parse(await reply.json())
  return { status: reply.status, said: content, data: content.data, retryAfter: reply.headers.get('retry-after') }
}

/** Simulated switch and merchant systems that call the server under test. */
export function partnersOf({ url, db, services }: TestApp): Partners {
  return openPartners({ baseUrl: url, db, seal: services.seal, ...services.settings })
}

/** Creates a merchant with 10,000 naira that signs API calls and receives webhooks. */
export async function aSigner({ db, services }: TestApp, mode: Mode = 'PRODUCTION') {
  const merchant = await aFundedMerchant(db, 1_000_000n, mode)
  await withEndpoint(db, services.seal, merchant.id, 'simulator:/hooks/signer')
  return merchant
}
