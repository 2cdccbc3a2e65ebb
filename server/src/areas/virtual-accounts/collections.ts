import { normalizeReference } from '../../engine/collections/collection-messages.ts'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { virtualAccounts } from '@kobo/contract/virtual-accounts'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { methodName } from '../../engine/collections/recent-payments.ts'
import type { Handler } from '../../http/handler.ts'
import { paidInScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

type List = typeof virtualAccounts.transactions

/** Lists collections on dynamic and static virtual accounts, including declined ones, newest first. */
export const listCollections: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, status, reference } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, transactions: [] }
  const type = input.paymentMethod?.toUpperCase()
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'transaction',
      days,
      matches: matchesFilter(mode, input),
      // A reference matches few rows.
      counted: reference === undefined ? { mode, scope: paidInScope, merchantId, type, category: status, days } : null,
      columns: sql<PaidIn>`t.id, t.created_at, t.status, t.amount_kobo, t.fee_kobo + t.vat_kobo as charges_kobo,
        t.payment_method, t.reference, t.session_id, t.beneficiary_name, t.beneficiary_number, t.originator_name,
        t.merchant_id, merchant.business_name`,
      joins: sql`left join merchant on merchant.id = t.merchant_id`,
    },
    input,
  )
  return { totalRecords: Number(total), transactions: rows.map(asRow) }
}

interface PaidIn {
  id: string
  created_at: string
  status: string
  amount_kobo: bigint
  charges_kobo: bigint
  payment_method: string
  reference: string
  session_id: string | null
  beneficiary_name: string | null
  beneficiary_number: string | null
  originator_name: string | null
  merchant_id: string
  business_name: string
}

function asRow(row: PaidIn) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    amount: naira(row.amount_kobo),
    charges: naira(row.charges_kobo),
    paymentMethod: methodName(row.payment_method),
    reference: row.reference,
    sessionId: row.session_id,
    accountName: row.beneficiary_name,
    accountNumber: row.beneficiary_number,
    senderName: row.originator_name,
    merchantId: row.merchant_id,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(
  mode: string,
  { merchantId, paymentMethod, status, reference }: Input<List>,
): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`, sql`payment_method is not null`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (paymentMethod !== undefined) conditions.push(sql`payment_method = ${paymentMethod.toUpperCase()}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  if (reference !== undefined) conditions.push(sql`reference ^@ ${normalizeReference(reference)}`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
