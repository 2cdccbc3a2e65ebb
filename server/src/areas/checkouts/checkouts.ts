import type { checkouts } from '@kobo/contract/checkouts'
import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { matchesReference } from '../../engine/checkouts/match-checkout.ts'
import { checkoutUrl, paymentLinkUrl } from '../../engine/checkouts/payment-urls.ts'
import { methodName, recentPayments } from '../../engine/collections/recent-payments.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { checkoutScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'
import { bankName } from '../../rails/banks.ts'

/** Lists checkouts, newest first. */
export const listCheckouts: Handler<typeof checkouts.list> = async (input, { db, mode }) => {
  const { merchantId, hasPaid, reference } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, checkouts: [] }
  const type = hasPaid && (hasPaid === 'true' ? 'PAID' : 'UNPAID')
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'checkout',
      days,
      matches: matchesFilter(mode, input),
      // A reference matches few rows.
      counted: reference === undefined ? { mode, scope: checkoutScope, merchantId, type, days } : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), checkouts: rows.map(asCheckout) }
}

/** Returns one checkout with its payment and the declined ones. */
export const checkoutInfo: Handler<typeof checkouts.info> = async ({ checkoutId }, { db, mode, settings }) => {
  const { rows } = await sql<CheckoutDetail>`
    select ${columns}, t.narration, t.virtual_account_id, payment.id as payment_id, payment.created_at as payment_at,
      payment.amount_kobo as paid_kobo, payment.narration as payment_narration, payment.session_id,
      account_name, account_number, bank_code, expires_at, closed_at, code
    from checkout as t ${joins}
    join virtual_account on virtual_account.id = t.virtual_account_id
    left join payment_link on payment_link.checkout_id = t.id
    where t.id = ${checkoutId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This checkout')
  const { code } = row
  return {
    info: {
      ...asCheckout(row),
      transaction: transactionOf(row),
      narration: row.narration,
      link: code === null ? checkoutUrl(settings.publicUrl, row.id) : paymentLinkUrl(settings.publicUrl, code),
      virtualAccount: {
        id: row.virtual_account_id,
        accountName: row.account_name,
        accountNumber: row.account_number,
        bankName: bankName(row.bank_code),
      },
      expiresAt: row.expires_at,
      closedAt: row.closed_at,
      payments: await recentPayments(db, mode, row.account_number),
    },
  }
}

interface ListedCheckout {
  id: string
  created_at: string
  reference: string
  amount_kobo: bigint
  paid_at: string | null
  merchant_id: string
  business_name: string
  charges_kobo: bigint | null
  payment_method: string | null
}

interface CheckoutDetail extends ListedCheckout {
  narration: string
  virtual_account_id: string
  payment_id: string | null
  payment_at: string
  paid_kobo: bigint
  payment_narration: string | null
  session_id: string | null
  account_name: string
  account_number: string
  bank_code: string
  expires_at: string | null
  closed_at: string | null
  code: string | null
}

const columns = sql<ListedCheckout>`t.id, t.created_at, t.reference, t.amount_kobo, t.paid_at, t.merchant_id,
  merchant.business_name, payment.fee_kobo + payment.vat_kobo as charges_kobo, payment.payment_method`

const joins = sql`
  left join merchant on merchant.id = t.merchant_id
  left join transaction as payment on payment.id = t.transaction_id`

function asCheckout(row: ListedCheckout) {
  return {
    id: row.id,
    createdAt: row.created_at,
    reference: row.reference,
    amount: naira(row.amount_kobo),
    hasPaid: row.paid_at !== null,
    charges: row.charges_kobo === null ? null : naira(row.charges_kobo),
    paymentMethod: methodName(row.payment_method),
    merchantId: row.merchant_id,
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function transactionOf(row: CheckoutDetail) {
  if (row.payment_id === null) return null
  return {
    id: row.payment_id,
    createdAt: row.payment_at,
    amount: naira(row.paid_kobo),
    totalSettlementAmount: naira(row.paid_kobo - (row.charges_kobo ?? 0n)),
    narration: row.payment_narration,
    paymentMethod: methodName(row.payment_method),
    sessionId: row.session_id,
  }
}

function matchesFilter(
  mode: string,
  { merchantId, hasPaid, reference }: Input<typeof checkouts.list>,
): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (merchantId !== undefined) conditions.push(sql`merchant_id = ${merchantId}`)
  if (hasPaid !== undefined) conditions.push(hasPaid === 'true' ? sql`paid_at is not null` : sql`paid_at is null`)
  if (reference !== undefined) conditions.push(matchesReference(mode, reference))
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
