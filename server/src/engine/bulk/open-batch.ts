import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { BulkBatch } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { findBank } from '../../rails/banks.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { contentHash } from '../content-hash.ts'
import { requireService } from '../service-status.ts'
import { parseAmount } from './check-item.ts'

/** Uploaded row of a batch. */
export interface BatchRow {
  beneficiaryName: string | null
  accountNumber: string | null
  /** Code of the central bank or of the switch. */
  bankCode: string | null
  /** Naira as written in the file. */
  amount: string
  narration: string | null
}

export interface NewBatch {
  mode: Mode
  merchantId: string
  /** Customer's wallet that pays, or null for the merchant's own account. */
  walletId: string | null
  reference: string
  rows: readonly BatchRow[]
  at: Date
}

/** A batch was rejected; nothing was written. */
export class BatchRefusal extends Error {}

/**
 * Stores a batch of payouts atomically, together with its validation job. Resubmitting the same rows under the same reference
 * returns the stored batch; other rows are rejected.
 */
export async function openBatch(db: Database, jobs: Jobs, batch: NewBatch): Promise<{ batchId: string }> {
  return await transact(db, (transaction) => storeOnce(transaction, jobs, batch))
}

async function storeOnce(db: Transaction, jobs: Jobs, batch: NewBatch): Promise<{ batchId: string }> {
  const { mode, merchantId, walletId, rows, at } = batch
  const reference = batch.reference.toUpperCase()
  const hash = contentHash({ walletId, rows })
  await sql`select pg_advisory_xact_lock(hashtextextended(${`batch ${merchantId} ${mode} ${reference}`}, 0))`.execute(
    db,
  )
  const earlier = await db
    .selectFrom('bulk_batch')
    .selectAll()
    .where('reference', '=', reference)
    .where('mode', '=', mode)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (earlier) return { batchId: sameBatch(earlier, batch, hash) }

  await requireService(db, mode, 'PAYOUTS')
  const batchId = uuidv7(at.getTime())
  await db
    .insertInto('bulk_batch')
    .values({
      id: batchId,
      mode,
      created_at: at.toISOString(),
      merchant_id: merchantId,
      wallet_id: walletId,
      reference,
      status: 'UPLOADED',
      total_items: rows.length,
      content_hash: hash,
    })
    .execute()
  const items = rows.map((row, index) => ({
    ...asItem(row),
    id: uuidv7(at.getTime()),
    batch_id: batchId,
    merchant_id: merchantId,
    position: index + 1,
    reference: itemReference(reference, index + 1),
    status: 'NOT_PROCESSED',
  }))
  await insertRows(db, 'bulk_item', items)
  await queueValidation(db, jobs, { batchId, merchantId })
  return { batchId }
}

/** Returns the id of the stored batch if the submitted one has the same content. */
function sameBatch(earlier: Selectable<BulkBatch>, batch: NewBatch, hash: string): string {
  const { reference } = earlier
  if (earlier.status === 'UPLOADING') {
    throw new BatchRefusal(`The upload of ${reference} was interrupted: submit it again in 15 minutes`)
  }
  // Batches of earlier releases have no hash and are compared by their number of rows.
  const isSame =
    earlier.content_hash === null ? earlier.total_items === batch.rows.length : earlier.content_hash === hash
  if (!isSame) throw new BatchRefusal(`The reference ${reference} was already used for different rows`)
  return earlier.id
}

/** Queues the validation of a batch whose items are all stored. */
export async function queueValidation(
  db: Transaction,
  jobs: Jobs,
  { batchId, merchantId }: { batchId: string; merchantId: string },
): Promise<void> {
  await jobs.enqueue(db, 'validate-batch', { batchId, merchantId, after: 0, attempt: 1 })
}

/** Reference of an item's payout: stable, so that the payout is created once. */
export function itemReference(batchReference: string, position: number): string {
  return `${batchReference}-${String(position).padStart(5, '0')}`
}

function asItem({ beneficiaryName, accountNumber, bankCode, amount, narration }: BatchRow) {
  const bank = bankCode?.trim() ?? null
  return {
    beneficiary_name: beneficiaryName,
    account_number: accountNumber?.trim() ?? null,
    // One code per bank, so that repeated items are recognised.
    bank_code: bank === null ? null : (findBank(bank)?.code ?? bank),
    amount_text: amount,
    amount_kobo: parseAmount(amount),
    narration,
  }
}
