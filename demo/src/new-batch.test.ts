import { expect, it } from 'vitest'
import { startApp } from '@kobo/server/testing/app'
import { aBatch, readBatch, someRows } from '@kobo/server/testing/batches'
import { aFundedMerchant, eventually, withEndpoint } from '@kobo/server/testing/payouts'
import { startOpenBatches, uploadNow } from './new-batch.ts'
import { openPartners } from './partners.ts'

it('starts the waiting batches and uploads one large batch once', async () => {
  const app = await startApp({ rails: 'running' })
  const { seal, settings } = app.services
  const { db } = app
  const stage = { db, partners: openPartners({ baseUrl: app.url, db, seal, ...settings }) }
  await startOpenBatches(app.engine)
  await uploadNow(stage)
  expect(await app.db.selectFrom('bulk_batch').select('id').execute()).toEqual([])

  const merchant = await aFundedMerchant(app.db, 10_000_000_000n)
  const standing = { ...app.services.jobs, enqueue: async () => {} }
  const { batchId } = await aBatch(app.db, standing, merchant, someRows(8))
  await withEndpoint(app.db, seal, merchant.id, 'simulator:/hooks/batches')
  for (let start = 0; start < 2; start++) await startOpenBatches(app.engine)
  await eventually(async () => (await readBatch(app.db, batchId)).status === 'COMPLETED')
  for (let start = 0; start < 2; start++) await uploadNow(stage)
  const batches = await app.db.selectFrom('bulk_batch').select('total_items').orderBy('total_items').execute()
  expect(batches.map(({ total_items }) => total_items)).toEqual([8, 1500])
  await app.close()
})
