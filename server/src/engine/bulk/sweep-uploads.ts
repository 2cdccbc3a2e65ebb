import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import { notifyAdministrators } from '../../jobs/mail-queue.ts'
import type { Engine } from '../engine.ts'
import { queueValidation } from './open-batch.ts'
import { lockBatch } from './validate-batch.ts'

/** A server of the previous release may still be storing a younger upload. */
const minAgeMs = 15 * 60_000

/**
 * Resolves uploads that a crash of an earlier release interrupted: a batch with all of its items is validated, any other is
 * rejected, which frees its reference.
 */
export function sweepUploads(engine: Pick<Engine, 'db' | 'jobs' | 'seal' | 'clock'>): ItemJob {
  const { db, clock } = engine
  return {
    name: 'end-interrupted-uploads',
    due: { everyMs: 60_000 },
    find(after) {
      const before = new Date(clock().getTime() - minAgeMs).toISOString()
      const uploading = db.selectFrom('bulk_batch').select('id').where('status', '=', sql.lit('UPLOADING'))
      return nextIds(uploading.where('created_at', '<', before), after)
    },
    process: (id) => endUpload(engine, id),
  }
}

async function endUpload({ db, jobs, seal }: Pick<Engine, 'db' | 'jobs' | 'seal'>, batchId: string): Promise<void> {
  await transact(db, async (transaction) => {
    const batch = await lockBatch(transaction, batchId)
    if (batch?.status !== 'UPLOADING') return
    const items = transaction.selectFrom('bulk_item').where('batch_id', '=', batchId)
    const { stored } = await items.select((row) => row.fn.countAll().as('stored')).executeTakeFirstOrThrow()
    if (Number(stored) === batch.total_items) {
      await transaction.updateTable('bulk_batch').set({ status: 'UPLOADED' }).where('id', '=', batchId).execute()
      await queueValidation(transaction, jobs, { batchId, merchantId: batch.merchant_id })
      return
    }
    await transaction.deleteFrom('bulk_item').where('batch_id', '=', batchId).execute()
    await transaction
      .deleteFrom('reference_key')
      .where('merchant_id', '=', batch.merchant_id)
      .where('mode', '=', batch.mode)
      .where('kind', '=', 'BATCH')
      .where('reference', '=', batch.reference)
      .execute()
    await transaction.deleteFrom('bulk_batch').where('id', '=', batchId).execute()
    const text =
      `The upload of batch ${batch.reference} of merchant ${batch.merchant_id} was interrupted: ${stored} of its ` +
      `${batch.total_items} rows were stored. It was rejected and none of it was paid. Its reference can be used again: ask ` +
      'the merchant to submit the batch again.'
    const notice = {
      subject: `Batch ${batch.reference} was rejected`,
      text,
      key: `batch rejected ${batchId}`,
      mode: modeOfRow(batch),
    }
    await notifyAdministrators({ jobs, seal }, transaction, notice)
  })
}
