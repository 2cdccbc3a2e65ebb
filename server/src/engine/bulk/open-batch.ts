import type { Mode } from '@kobo/contract/kit/mode'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { findBank } from '../../rails/banks.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { refuseIfOff } from '../services/service-switch.ts'
import { readAmount } from './read-amount.ts'

/** One line of a batch as it was uploaded. */
export interface BatchRow {
  beneficiaryName: string | null
  accountNumber: string | null
  /** The central bank's code or the switch's. */
  bankCode: string | null
  /** Naira, as somebody wrote it. */
  amount: string
  narration: string | null
}

export interface NewBatch {
  mode: Mode
  merchantId: string
  /** The customer's wallet that pays, or null for the merchant's own. */
  walletId: string | null
  reference: string
  rows: readonly BatchRow[]
  at: Date
}

/** A batch that was not taken; nothing was written. */
export class BatchRefusal extends Error {}

const rowsAtOnce = 1_000

/** Takes a batch of payouts: it is shown from the first row on, and checked once all of them are written. */
export async function openBatch(db: Database, jobs: Jobs, batch: NewBatch): Promise<{ batchId: string }> {
  const { mode, merchantId, walletId, rows, at } = batch
  await refuseIfOff(db, mode, 'PAYOUTS')
  const batchId = uuidv7(at.getTime())
  const reference = batch.reference.toUpperCase()
  const opened = await db
    .insertInto('bulk_batch')
    .values({
      id: batchId,
      mode,
      created_at: at.toISOString(),
      merchant_id: merchantId,
      wallet_id: walletId,
      reference,
      status: 'UPLOADING',
      total_items: rows.length,
    })
    .onConflict((conflict) => conflict.columns(['reference', 'mode']).doNothing())
    .executeTakeFirst()
  if (opened.numInsertedOrUpdatedRows === 0n) throw new BatchRefusal(`The reference ${reference} was used before`)

  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const items = rows.slice(start, start + rowsAtOnce).map((row, place) => {
      const position = start + place + 1
      return { ...asItem(row), id: uuidv7(at.getTime()), batch_id: batchId, merchant_id: merchantId, position }
    })
    const named = items.map((item) => ({ ...item, reference: itemReference(reference, item.position) }))
    await db.insertInto('bulk_item').values(named).execute()
  }
  await transact(db, async (transaction) => {
    await transaction.updateTable('bulk_batch').set({ status: 'UPLOADED' }).where('id', '=', batchId).execute()
    await jobs.enqueue(transaction, 'validate-batch', { batchId, merchantId, after: 0, attempt: 1 })
  })
  return { batchId }
}

/** What an item's payout is called: the same whenever it is made, so that it is made once. */
export function itemReference(batchReference: string, position: number): string {
  return `${batchReference}-${String(position).padStart(5, '0')}`
}

function asItem({ beneficiaryName, accountNumber, bankCode, amount, narration }: BatchRow) {
  const bank = bankCode?.trim() ?? null
  return {
    beneficiary_name: beneficiaryName,
    account_number: accountNumber?.trim() ?? null,
    // One code for each bank, so that a repeated item shows.
    bank_code: bank === null ? null : (findBank(bank)?.code ?? bank),
    amount_text: amount,
    amount_kobo: readAmount(amount),
    narration,
  }
}
