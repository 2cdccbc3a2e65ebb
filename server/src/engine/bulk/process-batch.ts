import { mode as modeOf } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { BulkBatch, BulkItem } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { PayoutRefusal, submitPayout } from '../payouts/submit-payout.ts'
import { lockBatch } from './validate-batch.ts'

/** Payouts of one batch that are under way at a time, so that others need not wait behind all of it. */
const atMostOpen = 200
const itemsAtOnce = 50
const longestWaitSeconds = 30

/**
 * Makes payouts of the valid items of a batch, a few at a time, until none is left and all have ended. An item becomes
 * a payout in the transaction that notes it, so that whatever dies, each is made once.
 */
export async function processBatch(engine: Engine, job: JobKinds['process-batch']): Promise<void> {
  const { db } = engine
  let made = 0
  for (;;) {
    const some = await transact(db, (transaction) => submitSome(engine, transaction, job.batchId))
    made += some
    if (some === 0) break
  }
  await transact(db, (transaction) => endOrGoOn(engine, transaction, job, made))
}

async function submitSome(engine: Engine, db: Transaction, batchId: string): Promise<number> {
  const batch = await lockBatch(db, batchId)
  if (batch?.status !== 'PROCESSING') return 0
  const { open } = await countOpen(db, batchId)
  const items = await db
    .selectFrom('bulk_item')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('status', '=', 'NEW')
    .orderBy('position')
    .limit(Math.max(0, Math.min(itemsAtOnce, atMostOpen - open)))
    .execute()
  for (const item of items) {
    const outcome = await submitItem(engine, db, batch, item)
    await db.updateTable('bulk_item').set(outcome).where('id', '=', item.id).execute()
  }
  return items.length
}

async function submitItem(
  { jobs, clock }: Engine,
  db: Transaction,
  batch: Selectable<BulkBatch>,
  item: Selectable<BulkItem>,
) {
  const { beneficiary_name: name, account_number: accountNumber, bank_code: bankCode, amount_kobo: amountKobo } = item
  if (accountNumber === null || bankCode === null || amountKobo === null) {
    throw new Error(`Item ${item.reference} is incomplete although it was found valid`)
  }
  try {
    const { transactionId } = await submitPayout(db, jobs, {
      mode: modeOf.parse(batch.mode),
      merchantId: batch.merchant_id,
      walletId: batch.wallet_id,
      amountKobo,
      beneficiary: { name: name ?? '', accountNumber, bankCode },
      narration: item.narration ?? '',
      reference: item.reference,
      at: clock(),
    })
    return { status: 'PENDING', transaction_id: transactionId }
  } catch (error) {
    if (!(error instanceof PayoutRefusal)) throw error
    return { status: 'FAILED', problem: error.message }
  }
}

/** Looks again as long as something is open: soon while there is more to send, ever more rarely when nothing moves. */
async function endOrGoOn(engine: Engine, db: Transaction, job: JobKinds['process-batch'], made: number): Promise<void> {
  const { batchId, round } = job
  const batch = await lockBatch(db, batchId)
  if (batch?.status !== 'PROCESSING') return
  const { fresh, open } = await countOpen(db, batchId)
  if (fresh + open === 0) {
    await db.updateTable('bulk_batch').set({ status: 'COMPLETED' }).where('id', '=', batchId).execute()
    return
  }
  const idle = made > 0 ? 0 : job.idle + 1
  const afterSeconds = Math.min(2 ** idle, longestWaitSeconds)
  const next = { batchId, merchantId: batch.merchant_id, round: round + 1, idle }
  await engine.jobs.enqueue(db, 'process-batch', next, { afterSeconds, key: `${batchId} ${next.round}` })
}

/** How many items are yet to be sent, and how many are under way. */
async function countOpen(db: Transaction, batchId: string): Promise<{ fresh: number; open: number }> {
  const counted = await db
    .selectFrom('bulk_item')
    .select((row) => [
      row.fn.countAll().filterWhere('status', '=', 'NEW').as('fresh'),
      row.fn.countAll().filterWhere('status', '=', 'PENDING').as('open'),
    ])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['NEW', 'PENDING'])
    .executeTakeFirstOrThrow()
  return { fresh: Number(counted.fresh), open: Number(counted.open) }
}
