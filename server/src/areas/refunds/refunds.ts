import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { refunds } from '@kobo/contract/refunds'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { nameMatches } from '../../db/text-match.ts'
import { refundStatus, transactionStatus } from '../../engine/refunds/refund-messages.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { staffName } from '../../http/display.ts'
import { refundScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { bankName } from '../../rails/banks.ts'

type List = typeof refunds.list

/** Lists refunds of collections, newest first. */
export const listRefunds: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, status, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, refunds: [] }
  const type = status?.map(transactionStatus)
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'transaction',
      days,
      matches: matchesFilter(mode, input),
      // A search matches few rows.
      counted: search === undefined ? { mode, scope: refundScope, merchantId, type, days } : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), refunds: rows.map(asRefund) }
}

/** Returns one refund with its beneficiary, operator and alert. */
export const refundInfo: Handler<typeof refunds.info> = async ({ refundId }, { db, mode }) => {
  const { rows } = await sql<RefundDetail>`
    select ${columns}, t.beneficiary_number, t.beneficiary_bank_code, t.alert, staff.first_name, staff.last_name
    from transaction as t ${joins}
    left join staff on staff.id = refund.staff_id
    where t.id = (select refund_transaction_id from refund where id = ${refundId} and mode = ${mode})
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This refund')
  return {
    ...asRefund(row),
    customerAccountNumber: row.beneficiary_number,
    customerBankName: bankName(row.beneficiary_bank_code),
    requestedBy: row.first_name === null ? null : staffName(row),
    alert: row.alert,
  }
}

interface ListedRefund {
  id: string
  refund_id: string
  created_at: string
  status: string
  amount_kobo: bigint
  reference: string
  reason: string
  beneficiary_name: string | null
  collection_id: string
  collection_reference: string
  collection_kobo: bigint
  merchant_id: string
  business_name: string
}

interface RefundDetail extends ListedRefund {
  beneficiary_number: string | null
  beneficiary_bank_code: string | null
  alert: string | null
  first_name: string | null
  last_name: string
}

const columns = sql<ListedRefund>`t.id, t.created_at, t.status, t.amount_kobo, t.reference, t.beneficiary_name,
  t.merchant_id, refund.id as refund_id, refund.reason, merchant.business_name, collection.id as collection_id,
  collection.reference as collection_reference, collection.amount_kobo as collection_kobo`

const joins = sql`
  left join refund on refund.refund_transaction_id = t.id
  left join transaction as collection on collection.id = refund.transaction_id
  left join merchant on merchant.id = t.merchant_id`

function asRefund(row: ListedRefund) {
  return {
    id: row.refund_id,
    createdAt: row.created_at,
    status: refundStatus(row.status),
    transactionId: row.collection_id,
    transactionReference: row.collection_reference,
    refundTransactionId: row.id,
    refundReference: row.reference,
    amount: naira(row.collection_kobo),
    refundAmount: naira(row.amount_kobo),
    reason: row.reason,
    customerName: row.beneficiary_name,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, { merchantId, status, search }: Input<List>): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`, sql`category = 'REFUND'`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (status !== undefined) conditions.push(sql`status = any(${status.map(transactionStatus)})`)
  if (search !== undefined) conditions.push(isFound(search))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** A refund's reference begins with its collection's. */
function isFound(search: string): RawBuilder<boolean> {
  if (/^\d{10}$/.test(search)) return sql<boolean>`beneficiary_number = ${search}`
  return sql<boolean>`(reference ^@ ${normalizeReference(search)} or ${nameMatches('beneficiary_name', search)})`
}
