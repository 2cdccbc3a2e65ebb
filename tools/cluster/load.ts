import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { signIn } from '../api-sign-in.ts'
import { type Acknowledgement, SignedLoad } from '../drill/signed-load.ts'
import { signCall } from '../sign-call.ts'
import type { Cluster } from './cluster.ts'

const attemptWithinMs = 20_000
const repeatMs = 250
/** An operator may write 20 notes a minute. */
const noteEveryMs = 3_500

/** Writes of merchants, of the switch and of an operator, each repeated until it is confirmed. */
export class Load {
  /** Files that operators have downloaded. */
  downloads = 0
  readonly #cluster: Cluster
  readonly #signed = new SignedLoad()
  #operator: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  get acknowledged(): Acknowledgement[] {
    return this.#signed.acknowledged
  }

  async start(): Promise<void> {
    const { addresses, commandEnv, folder } = this.#cluster
    this.#signed.start({ urls: addresses, env: commandEnv, log: join(folder, 'log/load.log') })
    this.#operator = this.#operate()
    await this.untilFlowing()
  }

  /** Waits until writes are confirmed again, several within a second. */
  async untilFlowing(withinMs = 120_000): Promise<void> {
    const giveUpAt = Date.now() + withinMs
    while (this.acknowledged.filter(({ at }) => at > Date.now() - 1_500).length < 5) {
      if (Date.now() > giveUpAt) throw new Error(`No writes were confirmed for ${withinMs / 1000} s`)
      await sleep(100)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#signed.stop()
    await this.#operator
  }

  /** Longest time without a confirmed write between two instants, in milliseconds. */
  longestGapMs(from: number, to: number): number {
    const times = [from, ...this.acknowledged.map(({ at }) => at).filter((at) => at > from && at < to), to].sort(
      (a, b) => a - b,
    )
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  }

  /** Signs in as an operator, writes notes and downloads lists. */
  async #operate(): Promise<void> {
    let call: OperatorCall | null = null
    let merchantId: string | null = null
    while (!this.#isStopped) {
      try {
        call ??= await this.#signIn()
        merchantId ??= await firstMerchant(call)
        await this.#writeNote(call, merchantId)
        if (await hasDownloaded(call)) this.downloads += 1
      } catch {
        call = null
        await sleep(repeatMs)
      }
      await sleep(noteEveryMs)
    }
  }

  async #writeNote(call: OperatorCall, recordId: string): Promise<void> {
    const key = randomUUID()
    const body = { recordType: 'merchant', recordId, text: `Drill ${key}` }
    for (let attempt = 0; !this.#isStopped; attempt++) {
      const { status, data } = await call(attempt, 'POST', '/admin/notes', body, key).catch(() => ({
        status: 0,
        data: null,
      }))
      const written = z.object({ noteId: z.string() }).safeParse(data)
      if (status === 200 && written.success) {
        this.acknowledged.push({ at: Date.now(), kind: 'note', reference: key, id: written.data.noteId })
        return
      }
      if (status >= 400 && status < 500 && status !== 409 && status !== 429)
        throw new Error(`A note was refused with ${status}`)
      await sleep(repeatMs)
    }
  }

  async #signIn(): Promise<OperatorCall> {
    const [baseUrl = ''] = this.#cluster.addresses
    const config = z.object({ hashKey: z.string() }).parse(await (await fetch(`${baseUrl}/config.json`)).json())
    const session = await signIn({ baseUrl, apiUrl: `${baseUrl}/api` }, 'admin@demo.test', 'kobo-demo-2026')
    const { addresses } = this.#cluster
    return async (attempt, method, path, content, key = '') => {
      const url = `${addresses[attempt % addresses.length] ?? ''}/api${path}`
      const body = content === null ? '' : JSON.stringify(content)
      const signed = { method, path, body, timestampMs: Date.now(), headers: { idempotencyKey: key, mode: '' } }
      const response = await fetch(url, {
        method,
        headers: {
          'access-token': signCall(session, config.hashKey, signed),
          cookie: session.cookie,
          ...(key !== '' && { 'idempotency-key': key }),
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        ...(body !== '' && { body }),
        signal: AbortSignal.timeout(attemptWithinMs),
      })
      const reply = z.object({ data: z.unknown() }).parse(await response.json())
      return { status: response.status, data: reply.data }
    }
  }
}

type OperatorCall = (
  attempt: number,
  method: string,
  path: string,
  content: object | null,
  key?: string,
) => Promise<{ status: number; data: unknown }>

async function firstMerchant(call: OperatorCall): Promise<string> {
  const { data } = await call(0, 'GET', '/merchant?page=1', null)
  const id = /"id":"([\da-f-]{36})"/.exec(JSON.stringify(data))?.[1]
  if (id === undefined) throw new Error('The list of merchants is empty')
  return id
}

const downloadReply = z.object({ download: z.object({ id: z.string() }) })

/** Requests a file of merchants, which a worker builds; whether the request was confirmed. */
async function hasDownloaded(call: OperatorCall): Promise<boolean> {
  const content = {
    place: '/merchants',
    list: 'Merchants',
    words: [],
    call: '/merchant',
    query: {},
    columns: ['id'],
    format: 'csv',
  }
  const { data } = await call(0, 'POST', '/admin/downloads', content, randomUUID())
  return downloadReply.safeParse(data).success
}
