import type { billPayments } from '@kobo/contract/bill-payments'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { billScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

type List = typeof billPayments.list

/** Lists bill payments, newest first. */
export const listBillPayments: Handler<List> = async (input, { db, mode }) => {
  const { merchantId, category, status, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, billPayments: [] }
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'bill_payment',
      days,
      matches: matchesFilter(mode, input),
      // A search matches few rows.
      counted: search === undefined ? { mode, scope: billScope, merchantId, type: status, category, days } : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), billPayments: rows.map(asBill) }
}

/** Returns one bill payment with its commission, payer and alert. */
export const billPaymentInfo: Handler<typeof billPayments.info> = async ({ billPaymentId }, { db, mode }) => {
  const { rows } = await sql<BillDetail>`
    select ${columns}, t.commission_kobo, t.commission_vat_kobo, going.alert, going.originator_name,
      going.originator_number
    from bill_payment as t ${joins}
    where t.id = ${billPaymentId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This bill payment')
  return {
    billPayment: {
      ...asBill(row),
      transactionId: row.id,
      commission: naira(row.commission_kobo),
      commissionVat: naira(row.commission_vat_kobo),
      payerName: row.originator_name,
      payerNumber: row.originator_number,
      alert: row.alert,
    },
  }
}

interface ListedBill {
  id: string
  created_at: string
  status: string
  category: string
  biller_name: string
  customer: string
  amount_kobo: bigint
  reference: string
  merchant_id: string
  business_name: string
}

interface BillDetail extends ListedBill {
  commission_kobo: bigint
  commission_vat_kobo: bigint
  alert: string | null
  originator_name: string | null
  originator_number: string | null
}

const columns = sql<ListedBill>`t.id, t.created_at, t.status, t.category, biller.name as biller_name, t.customer,
  t.amount_kobo, going.reference, t.merchant_id, merchant.business_name`

const joins = sql`
  left join biller on biller.code = t.biller
  left join transaction as going on going.id = t.id
  left join merchant on merchant.id = t.merchant_id`

function asBill(row: ListedBill) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.status,
    category: row.category,
    biller: row.biller_name,
    customer: row.customer,
    amount: naira(row.amount_kobo),
    reference: row.reference,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, { merchantId, category, status, search }: Input<List>): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  // Each half has its own index.
  if (search !== undefined) {
    conditions.push(sql`id in (
      select id from bill_payment where customer ^@ ${search}
      union all
      select id from transaction where reference ^@ ${search.toUpperCase()} and category = 'BILL_PAYMENT'
    )`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
