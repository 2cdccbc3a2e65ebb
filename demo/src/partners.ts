import { dirname } from 'node:path'
import { z } from 'zod'
import type { Database } from '@kobo/server/db/database'
import type { DemoCard } from './simulator/acquirer-book.ts'
import { postSigned } from '@kobo/server/rails/post-signed'
import { openWebhookSecret } from '@kobo/server/rails/webhooks'
import { makeSeal, type Seal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings, secretsOf } from '@kobo/server/settings'

/** Systems that call this server in the demo: the switch, the card scheme and the merchants. */
export interface Partners {
  collect(collection: object): Promise<void>
  /** Sends a message of the card scheme; throws `PartnerRefused` on an error response. */
  sendSchemeMessage(path: 'authorise' | 'clear' | 'reverse', message: object): Promise<void>
  /** Opens a hosted checkout page as a payer and pays with one of the demo acquirer's cards. */
  payByCard(address: string, card: DemoCard): Promise<void>
  /** Sends a merchant's request and returns the response; throws `PartnerRefused` on an error response. */
  ask(merchantId: string, path: string, body: object): Promise<Record<string, unknown>>
}

/** Database and callers with which the demo's traffic is made. */
export interface Stage {
  db: Database
  partners: Partners
}

/** Error response to a call, with the server's message. */
export class PartnerRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Makes a call that may be refused with these statuses, because something else has happened first. */
export async function mayBeRefused(statuses: readonly number[], call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof PartnerRefused && statuses.includes(error.status))) throw error
  }
}

/** Thrown for a merchant approved in the console, which has no secret to sign with. */
export class MerchantWithoutSecret extends Error {}

export interface PartnerOptions {
  /** Base URL of the server. */
  baseUrl: string
  db: Database
  seal: Seal
  railsSecret: string | null
  schemeSecret: string | null
}

const timeoutMs = 60_000
const replySchema = z.object({ message: z.string(), data: z.record(z.string(), z.unknown()).optional() })

/** Makes a signed call and returns the `data` of the response; throws `PartnerRefused` on an error response. */
export async function callSigned(
  baseUrl: string,
  path: string,
  body: object,
  { secret, headers = {} }: { secret: string; headers?: Record<string, string> },
): Promise<Record<string, unknown>> {
  const reply = await postSigned(`${baseUrl}/rails/${path}`, body, { secret, headers, timeoutMs })
  const { message, data = {} } = replySchema.parse(await reply.json())
  if (!reply.ok) throw new PartnerRefused(reply.status, message)
  return data
}

/** Opens clients that call the server over signed HTTP, as external systems do. */
export function openPartners({ baseUrl, db, seal, railsSecret, schemeSecret }: PartnerOptions): Partners {
  const post = (path: string, body: object, secret: string, headers: Record<string, string> = {}) =>
    callSigned(baseUrl, path, body, { secret, headers })
  /** Submits a page's form; returns the redirect's location, if any. */
  const press = async (path: string) => {
    const reply = await fetch(baseUrl + path, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return reply.status === 303 ? reply.headers.get('location') : null
  }
  return {
    async collect(collection) {
      if (railsSecret !== null) await post('collections', collection, railsSecret)
    },
    async sendSchemeMessage(path, message) {
      if (schemeSecret !== null) await post(`cards/${path}`, message, schemeSecret)
    },
    async payByCard(address, card) {
      const at = await press(`${new URL(address).pathname}/card`)
      if (at !== null) await press(`${at}/${card}`)
    },
    async ask(merchantId, path, body) {
      const endpoint = await db
        .selectFrom('webhook_endpoint')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst()
      if (!endpoint) throw new MerchantWithoutSecret()
      return await post(`merchants/${path}`, body, openWebhookSecret(seal, endpoint), { 'merchant-id': merchantId })
    },
  }
}

/** Opens the partners of a demo on this machine, using PORT and DATA_DIR of the environment. */
export function runningDemo(db: Database): Partners {
  const settings = readSettings(process.env, dirname(serverRoot()))
  const seal = makeSeal(secretsOf(settings))
  return openPartners({ baseUrl: `http://127.0.0.1:${settings.port}`, db, seal, ...settings })
}
