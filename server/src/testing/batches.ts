import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type BatchRow, openBatch } from '../engine/bulk/open-batch.ts'
import { uuidv7 } from '../uuid.ts'

/** Valid batch row, except for the fields that a test overrides. */
export function aRow(fields: Partial<BatchRow> = {}): BatchRow {
  return {
    beneficiaryName: 'Chidi Okafor',
    accountNumber: '0123456900',
    bankCode: '058',
    amount: '2500',
    narration: 'Salary',
    ...fields,
  }
}

/** Rows for distinct accounts whose last digits trigger no special behaviour of the simulated switch. */
export function someRows(count: number): BatchRow[] {
  return Array.from({ length: count }, (_, number) =>
    aRow({ accountNumber: `${String(1_000_000 + number)}100`, amount: `${500 + number}.50` }),
  )
}

/** Uploads a batch paid from the merchant's own wallet. */
export async function aBatch(
  db: Database,
  jobs: Jobs,
  merchant: { id: string; mode: string },
  rows: readonly BatchRow[],
  reference = `BULK-${uuidv7().toUpperCase()}`,
) {
  const mode = modeOfRow(merchant)
  const opened = { mode, merchantId: merchant.id, walletId: null, reference, rows, at: new Date() } as const
  const { batchId } = await openBatch(db, jobs, opened)
  return { batchId, reference }
}

export async function readBatch(db: Database, batchId: string) {
  return await db.selectFrom('bulk_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
}

/** Returns the items of a batch in order of position. */
export async function itemsOf(db: Database, batchId: string) {
  return await db.selectFrom('bulk_item').selectAll().where('batch_id', '=', batchId).orderBy('position').execute()
}
