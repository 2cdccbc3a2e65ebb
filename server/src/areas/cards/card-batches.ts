import type { cards } from '@kobo/contract/cards'
import type { Input } from '@kobo/contract/kit/call'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import type { Database } from '../../db/database.ts'
import { readOrderedPage } from '../../db/read-ordered-page.ts'
import { issueBlocker } from '../../engine/cards/issue-cards.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { staffName } from '../../http/display.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

type List = typeof cards.batches

/** Lists merchants' requests for cards, newest first by default. */
export const listCardBatches: Handler<List> = async (input, { db, mode }) => {
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, batches: [] }
  const matching = { table: 'card_batch', days, matches: matchesFilter(mode, input), columns, joins }
  const { total, rows } = await (input.sort === 'oldest'
    ? readOrderedPage(db, { ...matching, order: 'created_at' }, input)
    : readCountedPage(db, { ...matching, counted: null }, input))
  return { totalRecords: Number(total), batches: rows.map(asBatch) }
}

/** Returns one batch with its decision, its blocker and the holders of its cards. */
export const cardBatchDetails: Handler<typeof cards.batchDetails> = async ({ batchId }, { db, mode }) => {
  const { rows } = await sql<BatchDetail>`
    select ${columns}, t.decided_at, staff.first_name, staff.last_name from card_batch as t ${joins}
    left join staff on staff.id = t.decided_by
    where t.id = ${batchId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This batch')
  return {
    batch: {
      ...asBatch(row),
      decidedAt: row.decided_at,
      decidedBy: row.decided_at === null ? null : staffName(row),
      hindrance: row.status === 'PENDING' ? await issueBlocker(db, { ...row, mode }) : null,
      holders: await holdersOf(db, row.id),
    },
  }
}

async function holdersOf(db: Database, batchId: string) {
  const holders = await db
    .selectFrom('card_batch_holder as holder')
    .leftJoin('wallet', 'wallet.id', 'holder.wallet_id')
    .leftJoin('card', 'card.id', 'holder.card_id')
    .select(['holder.holder_name', 'holder.wallet_id', 'wallet.account_name', 'holder.card_id', 'card.masked_pan'])
    .where('holder.batch_id', '=', batchId)
    .orderBy('position')
    .execute()
  return holders.map((holder) => ({
    holderName: holder.holder_name,
    wallet: holder.wallet_id === null ? null : { id: holder.wallet_id, accountName: holder.account_name },
    cardId: holder.card_id,
    maskedPan: holder.masked_pan,
  }))
}

interface ListedBatch {
  id: string
  created_at: string
  status: string
  type: string
  reference: string
  quantity: number
  decision_reason: string | null
  merchant_id: string
  business_name: string
}

interface BatchDetail extends ListedBatch {
  decided_at: string | null
  first_name: string | null
  last_name: string | null
}

const columns = sql<ListedBatch>`t.id, t.created_at, t.status, t.type, t.reference, t.quantity, t.decision_reason,
  t.merchant_id, merchant.business_name`

const joins = sql`left join merchant on merchant.id = t.merchant_id`

function asBatch(row: ListedBatch) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    type: row.type,
    batchReference: row.reference,
    quantity: row.quantity,
    reason: row.decision_reason,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, { merchantId, status, type, batchReference }: Input<List>): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (type !== undefined) conditions.push(sql`type = ${type}`)
  if (batchReference !== undefined) conditions.push(sql`reference ^@ ${batchReference.toUpperCase()}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
