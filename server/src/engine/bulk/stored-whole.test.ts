import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { idAt } from '../../testing/factories.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { BatchRefusal } from './open-batch.ts'
import { sweepUploads } from './sweep-uploads.ts'

let app: TestApp
let merchant: { id: string; mode: string }
/** Ids of the batches with a queued validation job. */
let queued: string[]
const queues: Jobs = {
  enqueue: async (_, kind, data) => {
    if (kind === 'validate-batch' && 'batchId' in data) queued.push(data.batchId)
  },
  enqueueAll: async () => {},
  work: async () => {},
  stop: async () => {},
}

let reference = ''

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
beforeEach(async () => {
  queued = []
  merchant = await aFundedMerchant(app.db, 1_000_000_000n)
  reference = `BULK-${merchant.id.toUpperCase()}`
})
afterAll(() => app.close())

describe('batch uploads', () => {
  it.each<[string, (db: Parameters<Jobs['enqueue']>[0]) => Promise<void>]>([
    ['fails', () => Promise.reject(new Error('The worker is gone'))],
    ['loses its connection', async (db) => void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))],
  ])('stores nothing of a batch when its server %s, and accepts it when it is submitted again', async (_, breakOff) => {
    const rows = someRows(2_500)
    const breaking: Jobs = { ...queues, enqueue: (db) => breakOff(db) }
    await expect(aBatch(app.db, breaking, merchant, rows, reference)).rejects.toThrow(/gone|terminat/)
    expect(await app.db.selectFrom('bulk_batch').select('id').where('reference', '=', reference).execute()).toEqual([])
    expect(await app.db.selectFrom('bulk_item').select('id').where('merchant_id', '=', merchant.id).execute()).toEqual(
      [],
    )
    const { batchId } = await aBatch(app.db, queues, merchant, rows, reference)
    expect(await readBatch(app.db, batchId)).toMatchObject({ status: 'UPLOADED', total_items: 2_500 })
    expect(await itemsOf(app.db, batchId)).toHaveLength(2_500)
    expect(queued).toEqual([batchId])
  })

  it('stores a batch once when it is submitted several times concurrently', async () => {
    const rows = someRows(300)
    const results = await Promise.all([1, 2, 3, 4].map(() => aBatch(app.db, queues, merchant, rows, reference)))
    const [first] = results
    expect(new Set(results.map(({ batchId }) => batchId)).size).toBe(1)
    expect(await itemsOf(app.db, first?.batchId ?? '')).toHaveLength(300)
    expect(queued).toEqual([first?.batchId])
  })

  it.each([
    ['another amount', [aRow(), aRow({ amount: '2501' })]],
    ['another beneficiary', [aRow(), aRow({ beneficiaryName: 'Chidi Okoro' })]],
    ['another narration', [aRow(), aRow({ narration: 'Bonus' })]],
    ['another order', [aRow({ amount: '3' }), aRow()]],
    ['another number of rows', [aRow()]],
  ])('rejects a batch under the reference of one with %s', async (_, rows) => {
    const { batchId } = await aBatch(app.db, queues, merchant, [aRow(), aRow({ amount: '3' })], reference)
    await expect(aBatch(app.db, queues, merchant, rows, reference)).rejects.toThrow(BatchRefusal)
    const again = await aBatch(app.db, queues, merchant, [aRow(), aRow({ amount: '3' })], reference.toLowerCase())
    expect(again.batchId).toBe(batchId)
    expect(await itemsOf(app.db, batchId)).toHaveLength(2)
  })

  it('identifies a batch of an earlier release by its number of rows', async () => {
    const { batchId } = await aBatch(app.db, queues, merchant, [aRow(), aRow()], reference)
    await app.db.updateTable('bulk_batch').set({ content_hash: null }).where('id', '=', batchId).execute()
    expect((await aBatch(app.db, queues, merchant, [aRow(), aRow()], reference)).batchId).toBe(batchId)
    await expect(aBatch(app.db, queues, merchant, [aRow()], reference)).rejects.toThrow('already used')
  })
})

describe('unfinished uploads of an earlier release', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sweep = () => processItems(sweepUploads({ ...app.engine, jobs: queues }))

  /** A batch with a declared total of three items. */
  async function unfinished(items: number, at: Date) {
    const id = idAt(at)
    const batchKey = { merchant_id: merchant.id, reference }
    await app.db
      .insertInto('bulk_batch')
      .values({
        ...batchKey,
        id,
        mode: merchant.mode,
        created_at: at.toISOString(),
        status: 'UPLOADING',
        total_items: 3,
      })
      .execute()
    for (let position = 1; position <= items; position++) {
      const item = { id: idAt(at), batch_id: id, position, amount_text: '1', amount_kobo: 100n }
      await app.db
        .insertInto('bulk_item')
        .values({ ...batchKey, ...item })
        .execute()
    }
    return id
  }

  it('validates an unfinished upload when all of its items are stored', async () => {
    const id = await unfinished(3, minutesAgo(16))
    expect(await sweep()).toBe(1)
    expect((await readBatch(app.db, id)).status).toBe('UPLOADED')
    expect(queued).toEqual([id])
    expect(await sweep()).toBe(0)
  })

  it('rejects an incomplete upload, emails administrators and frees its reference', async () => {
    await app.signIn({ firstName: 'Ada' })
    await unfinished(2, minutesAgo(16))
    const submitted = () => aBatch(app.db, queues, merchant, [aRow(), aRow(), aRow()], reference)
    await expect(submitted()).rejects.toThrow('was interrupted')
    expect(await processItems(sweepUploads(app.engine))).toBe(1)
    const { batchId } = await submitted()
    expect(await itemsOf(app.db, batchId)).toHaveLength(3)
    const mails = () => app.db.selectFrom('outbox_mail').select('subject').execute()
    await expect.poll(mails).toEqual([{ subject: `Batch ${reference} was rejected` }])
  })

  it('skips an upload that a server of the previous release may still be storing', async () => {
    const id = await unfinished(2, minutesAgo(14))
    expect(await sweep()).toBe(0)
    expect((await readBatch(app.db, id)).status).toBe('UPLOADING')
  })
})
