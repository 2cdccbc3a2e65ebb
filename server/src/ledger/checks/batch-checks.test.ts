import { afterAll, expect, it } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { aBatch, someRows } from '../../testing/batches.ts'
import { aDatabase } from '../../testing/database.ts'
import { idAt } from '../../testing/factories.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { verifyLedger } from '../verify.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())
const merchant = await aFundedMerchant(db, 100_000n)
const queues: Jobs = { enqueue: async () => {}, enqueueAll: async () => {}, work: async () => {}, stop: async () => {} }

async function insertBatch(status: string, minutesAgo: number, total = 0): Promise<string> {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const id = idAt(at)
  const batchKey = { mode: merchant.mode, merchant_id: merchant.id, reference: `BULK-${id.toUpperCase()}` }
  await db
    .insertInto('bulk_batch')
    .values({ ...batchKey, id, created_at: at.toISOString(), status, total_items: total })
    .execute()
  return id
}

it('finds stuck and incomplete batches and no others', async () => {
  await aBatch(db, queues, merchant, someRows(3))
  await insertBatch('UPLOADING', 10, 2)
  await insertBatch('UPLOADED', 4 * 24 * 60)
  expect((await verifyLedger(db)).lost).toEqual([])

  const interrupted = await insertBatch('UPLOADING', 30, 2)
  const unchecked = await insertBatch('UPLOADED', 6 * 24 * 60)
  const incomplete = await insertBatch('PROCESSING', 5, 2)
  const found = (await verifyLedger(db)).lost.map(({ kind, ids }) => ({ kind, ids: ids.toSorted() }))
  expect(found.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'batch-incomplete', ids: [incomplete] },
    { kind: 'batch-stuck', ids: [interrupted, unchecked].toSorted() },
  ])
})
