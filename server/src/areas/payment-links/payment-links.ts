import type { Input } from '@kobo/contract/kit/call'
import { naira } from '@kobo/contract/kit/naira'
import type { paymentLinks } from '@kobo/contract/payment-links'
import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '../../db/days.ts'
import { nameMatches } from '../../db/text-match.ts'
import { matchesReference } from '../../engine/checkouts/match-checkout.ts'
import { paymentLinkUrl } from '../../engine/checkouts/payment-urls.ts'
import { recentPayments } from '../../engine/collections/recent-payments.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { paymentLinkScope } from '../../ledger/counters/scopes.ts'
import { readCountedPage } from '../../ledger/counters/read-counted-page.ts'

/** Lists payment links, newest first. */
export const listPaymentLinks: Handler<typeof paymentLinks.list> = async (input, { db, mode, settings }) => {
  const { status, search } = input
  const days = daysBetween(input.startDate, input.endDate)
  if (days.from > days.to) return { totalRecords: 0, links: [] }
  const { total, rows } = await readCountedPage(
    db,
    {
      table: 'payment_link',
      days,
      matches: matchesFilter(mode, input),
      // A search is counted through its own indexes.
      counted: search === undefined ? { mode, scope: paymentLinkScope, type: status, days } : null,
      columns,
      joins,
    },
    input,
  )
  return { totalRecords: Number(total), links: rows.map((row) => asLink(row, settings.publicUrl)) }
}

/** Returns one payment link with its payment and the declined ones. */
export const paymentLinkInfo: Handler<typeof paymentLinks.info> = async (
  { paymentLinkId },
  { db, mode, settings: { publicUrl } },
) => {
  const { rows } = await sql<LinkDetail>`
    select ${columns}, t.checkout_id, checkout.transaction_id, account_number,
      payment.fee_kobo + payment.vat_kobo as charges_kobo
    from payment_link as t ${joins}
    join virtual_account on virtual_account.id = checkout.virtual_account_id
    left join transaction as payment on payment.id = checkout.transaction_id
    where t.id = ${paymentLinkId} and t.mode = ${mode}
  `.execute(db)
  const [row] = rows
  if (!row) throw notFound('This payment link')
  return {
    linkInfo: {
      ...asLink(row, publicUrl),
      charges: row.charges_kobo === null ? null : naira(row.charges_kobo),
      paidAt: row.paid_at,
      inactiveAt: row.inactive_at,
      checkoutId: row.checkout_id,
      transactionId: row.transaction_id,
      accountNumber: row.account_number,
      payments: await recentPayments(db, mode, row.account_number),
    },
  }
}

interface ListedLink {
  id: string
  created_at: string
  code: string
  description: string
  inactive_at: string | null
  merchant_id: string
  business_name: string
  reference: string
  amount_kobo: bigint
  paid_at: string | null
}

interface LinkDetail extends ListedLink {
  checkout_id: string
  transaction_id: string | null
  account_number: string
  charges_kobo: bigint | null
}

const columns = sql<ListedLink>`t.id, t.created_at, t.code, t.description, t.inactive_at, t.merchant_id,
  merchant.business_name, checkout.reference, checkout.amount_kobo, checkout.paid_at`

const joins = sql`
  left join merchant on merchant.id = t.merchant_id
  left join checkout on checkout.id = t.checkout_id`

function asLink(row: ListedLink, publicUrl: string) {
  return {
    id: row.id,
    createdAt: row.created_at,
    status: row.inactive_at === null ? 'ACTIVE' : 'INACTIVE',
    hasPaid: row.paid_at !== null,
    description: row.description,
    link: paymentLinkUrl(publicUrl, row.code),
    reference: row.reference,
    amount: naira(row.amount_kobo),
    merchant: { id: row.merchant_id, businessName: row.business_name },
  }
}

function matchesFilter(mode: string, { status, search }: Input<typeof paymentLinks.list>): RawBuilder<boolean> {
  const conditions = [sql`mode = ${mode}`]
  if (status !== undefined)
    conditions.push(status === 'ACTIVE' ? sql`inactive_at is null` : sql`inactive_at is not null`)
  // Each half has its own index.
  if (search !== undefined) {
    conditions.push(sql`id in (
      select id from payment_link where ${nameMatches('description', search)}
      union all
      select payment_link.id from checkout join payment_link on checkout_id = checkout.id where ${matchesReference(mode, search)}
    )`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}
