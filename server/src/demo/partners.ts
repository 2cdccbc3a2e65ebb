import { z } from 'zod'
import type { Database } from '../db/database.ts'
import type { DemoCard } from '../rails/simulator/demo-cards.ts'
import { postSigned } from '../rails/post-signed.ts'
import type { Seal } from '../seal.ts'

/** The machines that call this server in the demo: the switch, the scheme of its cards, and the merchants' own. */
export interface Partners {
  collect(collection: object): Promise<void>
  /** Asks or tells as the scheme of the cards. A refusal is thrown as `PartnerRefused`. */
  tellScheme(path: 'authorise' | 'clear' | 'reverse', message: object): Promise<void>
  /** Opens a pay page of ours as a payer, and pays there with one of the demo acquirer's cards. */
  payByCard(address: string, card: DemoCard): Promise<void>
  /** Asks as a merchant; gives what was answered. A refusal is thrown as `PartnerRefused`. */
  ask(merchantId: string, path: string, body: object): Promise<Record<string, unknown>>
}

/** What the demo's traffic is made with: a look at who has what, and those who ask for it. */
export interface Stage {
  db: Database
  partners: Partners
}

/** What a call was refused with, in the server's own words. */
export class PartnerRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A merchant that was approved in the console has no machines of its own that could sign. */
export class MerchantWithoutSecret extends Error {}

export interface PartnerOptions {
  /** Where the server listens. */
  baseUrl: string
  db: Database
  seal: Seal
  railsSecret: string | null
  schemeSecret: string | null
}

const timeoutMs = 60_000
const answered = z.object({ message: z.string(), data: z.record(z.string(), z.unknown()).optional() })

/** Speaks to a server as the outside does: over HTTP, signed. */
export function openPartners({ baseUrl, db, seal, railsSecret, schemeSecret }: PartnerOptions): Partners {
  const post = async (path: string, body: object, secret: string, headers: Record<string, string> = {}) => {
    const reply = await postSigned(`${baseUrl}/rails/${path}`, body, { secret, headers, timeoutMs })
    const { message, data = {} } = answered.parse(await reply.json())
    if (!reply.ok) throw new PartnerRefused(reply.status, message)
    return data
  }
  /** Presses the button of a page; gives where it leads, if it does. */
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
    async tellScheme(path, message) {
      if (schemeSecret !== null) await post(`cards/${path}`, message, schemeSecret)
    },
    async payByCard(address, card) {
      const at = await press(`${new URL(address).pathname}/card`)
      if (at !== null) await press(`${at}/${card}`)
    },
    async ask(merchantId, path, body) {
      const endpoint = await db
        .selectFrom('webhook_endpoint')
        .select('sealed_secret')
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst()
      if (!endpoint) throw new MerchantWithoutSecret()
      return await post(`merchants/${path}`, body, seal.open(endpoint.sealed_secret), { 'merchant-id': merchantId })
    },
  }
}
