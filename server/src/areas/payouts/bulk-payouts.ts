import { naira } from '@kobo/contract/kit/naira'
import type { BulkBatch, BulkItem, payouts } from '@kobo/contract/payouts'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { readPage } from '../../db/read-page.ts'
import type { BulkItem as BulkItemTable, Tables } from '../../db/tables.ts'
import { decision } from '../../http/display.ts'
import { isUnsent } from '../../engine/bulk/stop-batch.ts'
import type { Handler } from '../../http/handler.ts'
import { badRequest, notFound } from '../../http/http-error.ts'
import { bankName } from '../../rails/banks.ts'

/** Lists bulk payout batches, newest first. Runs two statements. */
export const bulkPayouts: Handler<typeof payouts.bulk> = async (input, { db, mode }) => {
  const { merchantId, walletId, reference } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, records: [] }
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot
      .selectFrom('bulk_batch as batch')
      .where('batch.mode', '=', mode)
      .where(onDays('batch.created_at', days))
      .$if(merchantId !== undefined, (query) => query.where('batch.merchant_id', '=', merchantId ?? ''))
      .$if(walletId !== undefined, (query) => query.where('batch.wallet_id', '=', walletId ?? ''))
      // References are stored in capitals.
      .$if(reference !== undefined, (query) => query.where(beginsWith('batch.reference', reference ?? '')))
    const shown = withMerchant(matching).orderBy('batch.created_at', 'desc').orderBy('batch.id', 'desc')
    return { matching, shown }
  })
  return { totalRecords, records: rows.map(asBatch) }
}

/** Lists the items of one batch in their order, with the number per status. Runs three statements. */
export const bulkItems: Handler<typeof payouts.bulkItems> = (input, { db, mode }) =>
  withSnapshot(db, async (snapshot) => {
    const { page, size, status, reference, merchantId } = input
    const found = snapshot
      .selectFrom('bulk_batch as batch')
      .where('batch.mode', '=', mode)
      .where('batch.reference', '=', input.batchReference.toUpperCase())
      .$if(merchantId !== undefined, (query) => query.where('batch.merchant_id', '=', merchantId ?? ''))
    const [batch, another] = await withDecision(withMerchant(found)).limit(2).execute()
    if (!batch) throw notFound('This batch')
    if (another) throw badRequest(ambiguousMessage, { merchantId: ambiguousMessage })
    const counted = await countItems(snapshot, batch.id, reference)
    const rows = await snapshot
      .selectFrom('bulk_item')
      .selectAll()
      .where('batch_id', '=', batch.id)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
      .$if(reference !== undefined, (query) => query.where(beginsWith('reference', reference ?? '')))
      .orderBy('position')
      .limit(size)
      .offset((page - 1) * size)
      .execute()
    const listed = counted.filter((row) => status === undefined || row.status === status)
    return {
      totalRecords: listed.reduce((sum, row) => sum + Number(row.matching), 0),
      records: rows.map((row) => asItem(row, batch.created_at)),
      batch: asBatch(batch),
      totals: Object.fromEntries(counted.map((row) => [row.status, Number(row.items)])),
      amounts: Object.fromEntries(counted.map((row) => [row.status, naira(row.kobo)])),
      totalAmount: naira(counted.reduce((sum, row) => sum + row.kobo, 0n)),
      unsent: {
        items: counted.reduce((sum, row) => sum + Number(row.unsent), 0),
        amount: naira(counted.reduce((sum, row) => sum + row.unsent_kobo, 0n)),
      },
      stop: decision(batch, batch),
    }
  })

const ambiguousMessage = 'Several merchants have a batch with this reference. Open it from the list of bulk payouts'

/** Counts items per status, sums their amounts, those not submitted apart, and counts those whose reference has this prefix. */
async function countItems(db: Database, batchId: string, reference = '') {
  return await db
    .selectFrom('bulk_item')
    .select((row) => [
      'status',
      row.fn.countAll().as('items'),
      sql<bigint>`coalesce(sum(amount_kobo), 0)::bigint`.as('kobo'),
      row.fn.countAll().filterWhere(isUnsent).as('unsent'),
      sql<bigint>`coalesce(sum(amount_kobo) filter (where ${isUnsent}), 0)::bigint`.as('unsent_kobo'),
      row.fn.countAll().filterWhere(beginsWith('reference', reference)).as('matching'),
    ])
    .where('batch_id', '=', batchId)
    .groupBy('status')
    .execute()
}

function beginsWith(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} ^@ ${text.toUpperCase()}`
}

function withMerchant(batches: SelectQueryBuilder<Tables & { batch: Tables['bulk_batch'] }, 'batch', object>) {
  return batches
    .innerJoin('merchant', 'merchant.id', 'batch.merchant_id')
    .select(['batch.id', 'batch.created_at', 'batch.reference', 'batch.status'])
    .select(['batch.total_items', 'batch.invalid_items', 'batch.merchant_id', 'merchant.business_name'])
}

/** Adds who stopped the batch, when and why. */
function withDecision(batches: ReturnType<typeof withMerchant>) {
  return batches
    .leftJoin('staff', 'staff.id', 'batch.decided_by')
    .select(['batch.decided_at', 'batch.decision_reason', 'staff.first_name', 'staff.last_name'])
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof withMerchant>['executeTakeFirstOrThrow']>>
type ItemRow = Selectable<BulkItemTable>

function asBatch(row: BatchRow): BulkBatch {
  return {
    id: row.id,
    createdAt: row.created_at,
    merchant: { id: row.merchant_id, businessName: row.business_name },
    batchReference: row.reference,
    totalRecords: row.total_items,
    totalInvalidRecords: row.invalid_items,
    status: row.status,
  }
}

/** Items are created with their batch and share its creation time. */
function asItem(row: ItemRow, createdAt: string): BulkItem {
  return {
    id: row.id,
    createdAt,
    line: row.position,
    accountName: row.beneficiary_name,
    accountNumber: row.account_number,
    // An unknown code is shown as it is, so that the operator sees it.
    bankName: bankName(row.bank_code) ?? row.bank_code,
    amount: row.amount_kobo === null ? null : naira(row.amount_kobo),
    narration: row.narration,
    reference: row.reference,
    status: row.status,
    reason: row.problem,
    warning: row.warning,
    transactionId: row.transaction_id,
  }
}
