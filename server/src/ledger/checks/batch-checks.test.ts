import { afterAll, expect, it } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { transact } from '../../db/transact.ts'
import { stopItems } from '../../engine/bulk/stop-batch.ts'
import { aBatch, readBatch, someRows } from '../../testing/batches.ts'
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

it('accepts a stopped batch, and finds one that ended with items left to send', async () => {
  const stop = async () => {
    const { batchId } = await aBatch(db, queues, merchant, someRows(3))
    const batch = await readBatch(db, batchId)
    await transact(db, (t) => stopItems(t, queues, { batch, reason: 'Wrong file', at: new Date() }))
    return batchId
  }
  await stop()
  expect((await verifyLedger(db)).lost.filter(({ kind }) => kind === 'batch-ended-early')).toEqual([])
  const early = await stop()
  await db
    .insertInto('bulk_item')
    .values({
      id: idAt(new Date()),
      batch_id: early,
      merchant_id: merchant.id,
      position: 4,
      reference: 'LATE',
      amount_text: '1',
      status: 'NEW',
    })
    .execute()
  await db.updateTable('bulk_batch').set({ total_items: 4 }).where('id', '=', early).execute()
  expect((await verifyLedger(db)).lost).toContainEqual(
    expect.objectContaining({ kind: 'batch-ended-early', ids: [early] }),
  )
})
