import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { PartnerRefused } from '@kobo/demo/partners'
import { attemptWithinMs, untilAcknowledged } from '@kobo/demo/until-acknowledged'
import type { KeptSession } from '../api-session.ts'
import { signIn } from '../api-sign-in.ts'
import { fetchSigned } from '../sign-call.ts'

const reply = z.object({ code: z.string().optional(), message: z.string().optional(), data: z.unknown() })

interface Session extends KeptSession {
  hashKey: string
}

/** An operator at any of these addresses, who repeats each call until it is answered and each write with its key. */
export class Operator {
  readonly #addresses: readonly string[]
  readonly #stopping: AbortSignal
  #session: Promise<Session> | null = null

  constructor(addresses: readonly string[], stopping: AbortSignal) {
    this.#addresses = addresses
    this.#stopping = stopping
  }

  /** Data of the reply; throws `PartnerRefused`, and if the operator stops before there is a reply. */
  async read(path: string): Promise<unknown> {
    return await this.#untilAnswered((address) => this.#call(address, 'GET', path, '', ''))
  }

  /** Data of the reply to a write, which takes effect once for its key; throws as `read` does. */
  async write(path: string, content: object, key: string): Promise<unknown> {
    return await this.#untilAnswered((address) => this.#call(address, 'POST', path, JSON.stringify(content), key))
  }

  /** Bytes behind a signed address. */
  async download(path: string): Promise<Buffer> {
    return await this.#untilAnswered(async (address) => {
      const response = await fetch(new URL(path, address), { signal: AbortSignal.timeout(attemptWithinMs) })
      if (!response.ok) throw new PartnerRefused(response.status, `The file was refused: ${await response.text()}`)
      return Buffer.from(await response.arrayBuffer())
    })
  }

  async #untilAnswered<T>(call: (address: string) => Promise<T>): Promise<T> {
    const answered = await untilAcknowledged(
      async (attempt) => ({ data: await call(this.#addresses[attempt % this.#addresses.length] ?? '') }),
      this.#stopping,
    )
    if (answered === null) throw new Stopped()
    return answered.data
  }

  async #call(address: string, method: string, path: string, body: string, key: string): Promise<unknown> {
    const { hashKey, ...session } = await this.#signedIn(address)
    const signal = AbortSignal.timeout(attemptWithinMs)
    const request = { method, path, body, idempotencyKey: key, signal }
    const response = await fetchSigned({ apiUrl: `${address}/api`, hashKey, session }, request)
    const { code, message = '', data } = reply.parse(await response.json())
    if (response.ok) return data
    if (response.status === 401) this.#session = null
    // An earlier attempt is in progress, or the session has to be renewed: both are repeated.
    if (response.status === 401 || code === 'still_running') throw new Error(message)
    throw new PartnerRefused(response.status, `${path} was refused with ${response.status}: ${message}`)
  }

  /** The session of all calls; after a failure the next call tries again. */
  async #signedIn(baseUrl: string): Promise<Session> {
    this.#session ??= (async () => {
      const config = await (await fetch(`${baseUrl}/config.json`)).json()
      const { hashKey } = z.object({ hashKey: z.string() }).parse(config)
      const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
      return { ...session, hashKey }
    })()
    const session = this.#session
    session.catch(() => {
      if (this.#session === session) this.#session = null
    })
    return await session
  }
}

/** The operator has stopped before a call was answered. */
class Stopped extends Error {}

/** Repeats work with a pause after each; a failure is reported and does not end it. */
export async function repeatWork(
  work: () => Promise<void>,
  betweenMs: number,
  { stopping, onFault }: { stopping: AbortSignal; onFault: (fault: string) => void },
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Stopped)) onFault(error instanceof Error ? error.message : String(error))
    }
    await sleep(betweenMs, undefined, { signal: stopping }).catch(() => {})
  }
}
