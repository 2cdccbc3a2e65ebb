import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Acknowledgement, type Kind, SignedLoad } from '../drill/signed-load.ts'
import type { Cluster } from './cluster.ts'
import { Operator, repeatWork } from './operator.ts'

/** An operator may write 20 notes a minute. */
const noteEveryMs = 3_500
const decisionEveryMs = 2_000
/** An operator may request 60 files an hour. */
const exportEveryMs = 25_000
const exportWithinMs = 240_000

const merchantList = z.object({ merchants: z.array(z.object({ id: z.string() })) })
const noteReply = z.object({ noteId: z.string() })
const orderReply = z.object({ download: z.object({ id: z.string() }) })
const exportList = z.object({
  downloads: z.array(z.object({ status: z.string(), totalRecords: z.number(), url: z.string().optional() })),
})

/** Writes of merchants, of the switch, of the card scheme and of an operator, each repeated until it is confirmed. */
export class Load {
  /** What an operator was refused, or what an export lacked. */
  readonly faults: string[] = []
  readonly #cluster: Cluster
  readonly #signed = new SignedLoad()
  readonly #stopping = new AbortController()
  #operator: Promise<void> = Promise.resolve()
  #merchantId: string | undefined
  #decisions = 0

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
    this.#stopping.abort()
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

  /** The day of an operator, with several things at once. */
  async #operate(): Promise<void> {
    const operator = new Operator(this.#cluster.addresses, this.#stopping.signal)
    const context = { stopping: this.#stopping.signal, onFault: (fault: string) => void this.faults.push(fault) }
    await Promise.all([
      repeatWork(() => this.#writeNote(operator), noteEveryMs, context),
      repeatWork(() => this.#decideCards(operator), decisionEveryMs, context),
      repeatWork(() => this.#exportMerchants(operator), exportEveryMs, context),
    ])
  }

  #acknowledge(kind: Kind, reference: string, id: string, sha256?: string): void {
    this.acknowledged.push({ at: Date.now(), kind, reference, id, sha256 })
  }

  async #writeNote(operator: Operator): Promise<void> {
    this.#merchantId ??= merchantList.parse(await operator.read('/merchant?page=1')).merchants[0]?.id
    // Without digits: a note's long numbers are masked.
    const key = randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
    const note = { recordType: 'merchant', recordId: this.#merchantId, text: `Drill ${key}` }
    const { noteId } = noteReply.parse(await operator.write('/admin/notes', note, key))
    this.#acknowledge('note', key, noteId)
  }

  /** Approves or declines the next request for cards that merchants were told is there. */
  async #decideCards(operator: Operator): Promise<void> {
    const requests = this.acknowledged.filter(({ kind }) => kind === 'card batch')
    const batchId = requests[this.#decisions]?.id
    if (batchId === undefined) return
    const isApproval = this.#decisions++ % 2 === 0
    if (isApproval) await operator.write('/card/batch/approve', { batchId }, randomUUID())
    else await operator.write('/card/batch/decline', { batchId, reason: 'A drill' }, randomUUID())
    this.#acknowledge(isApproval ? 'approval' : 'decline', batchId, batchId)
  }

  /** Requests a file of merchants, waits until a worker has built it, opens it and counts its rows. */
  async #exportMerchants(operator: Operator): Promise<void> {
    const key = randomUUID()
    const place = `/merchants?drill=${key}`
    const order = { place, list: 'Merchants', words: [], call: '/merchant', query: {}, columns: ['id'], format: 'csv' }
    const { download } = orderReply.parse(await operator.write('/admin/downloads', order, key))
    this.#acknowledge('export', place, download.id)
    const giveUpAt = Date.now() + exportWithinMs
    for (;;) {
      const path = `/admin/downloads?place=${encodeURIComponent(place)}`
      const [now] = exportList.parse(await operator.read(path)).downloads
      if (now?.url !== undefined) {
        const file = await operator.download(now.url)
        const rows = file.toString('utf8').trim().split('\n').length - 1
        if (rows === 0 || rows !== now.totalRecords)
          throw new Error(`An export has ${rows} rows of ${now.totalRecords}: ${place}`)
        this.#acknowledge('download', place, download.id, createHash('sha256').update(file).digest('hex'))
        return
      }
      if (now?.status === 'FAILED') throw new Error(`An export failed: ${place}`)
      if (Date.now() > giveUpAt) throw new Error(`An export was not there after ${exportWithinMs / 1000} s: ${place}`)
      await sleep(500)
    }
  }
}
