import { disputeEnds } from '@kobo/contract/kit/dispute'
import type { freezes } from '@kobo/contract/freezes'
import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import { isUnsent } from '../../engine/bulk/stop-batch.ts'
import { boundAccounts, readSubjectOf } from '../../engine/freezes/freeze-subject.ts'
import { unsettledAmounts } from '../../engine/settlements/unsettled-collections.ts'
import type { Handler } from '../../http/handler.ts'
import { paymentsOf } from './moving-payments.ts'

/** Counts what a freeze would affect. */
export const freezeImpact: Handler<typeof freezes.impact> = async (input, { db, mode, now }) => {
  const subject = await readSubjectOf(db, mode, input)
  const { kind, walletId } = subject
  const bound = boundAccounts(subject)
  const ofMerchant = sql`merchant_id = ${subject.merchantId}`
  // Literals, so that the planner can match the partial indexes.
  const ends = sql.join(disputeEnds.map((status) => sql.lit(status)))
  // Orders and virtual accounts name the wallet that they belong to.
  const isPayer = kind === 'MERCHANT' ? sql`true` : sql`wallet_id = ${kind === 'WALLET' ? walletId : null}`
  const { rows } = await sql<Row>`
    select
      (select coalesce(sum(booked_kobo), 0)::bigint from account where id in ${bound}) as booked,
      (select coalesce(sum(available_kobo), 0)::bigint from account where id in ${bound}) as available,
      (select count(*) from account where id in ${bound}) as accounts,
      ${sumOf(sql`transaction where ${paymentsOf(subject, 'QUEUED')} and category in ('BANK_TRANSFER', 'BILL_PAYMENT')`)} as waiting,
      ${sumOf(sql`transaction where ${paymentsOf(subject, 'PENDING')}`)} as sent,
      ${sumOf(sql`scheduled_payout where ${ofMerchant} and status = 'NEW' and ${isPayer}`)} as scheduled,
      ${sumOf(sql`recurring_payout where ${ofMerchant} and status = 'ACTIVE' and ${isPayer}`)} as recurring,
      ${sumOf(sql`bulk_item where ${isUnsent} and batch_id in (${batches(ofMerchant, isPayer)})`)} as batch_items,
      (select count(*) from (${batches(ofMerchant, isPayer)}) as batch) as batches,
      (select count(*) from card where mode = ${mode} and ${ofMerchant} and status <> 'DELETED' and account_id in ${bound}) as cards,
      (select count(*) from payment_link where ${ofMerchant} and inactive_at is null and ${kind} = 'MERCHANT') as payment_links,
      (select count(*) from virtual_account where ${ofMerchant} and closed_at is null and ${isPayer}
        and (kind <> 'VIRTUAL' or used_at is null and expires_at > ${now.toISOString()})) as virtual_accounts,
      ${sumOf(sql`transaction where ${ofMerchant} and type = 'DEBIT' and category = 'REFUND'
        and status in ('QUEUED', 'PENDING') and account_id in ${bound}`)} as refunds,
      ${sumOf(sql`(
        select dispute.amount_kobo from dispute join transaction on transaction.id = dispute.transaction_id
        where dispute.merchant_id = ${subject.merchantId} and dispute.status not in (${ends})
          and transaction.account_id in ${bound}) as disputed`)} as disputes,
      ${sumOf(unsettledAmounts(bound, now))} as unsettled,
      exists (select from webhook_endpoint where ${ofMerchant}) as has_webhook`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without a table returned no row')
  return {
    name: subject.name,
    businessName: subject.businessName,
    kind,
    email: subject.email,
    hasWebhook: row.has_webhook,
    balance: naira(row.booked),
    availableBalance: naira(row.available),
    accounts: Number(row.accounts),
    waiting: asSum(row.waiting),
    sent: asSum(row.sent),
    scheduled: asSum(row.scheduled),
    recurring: asSum(row.recurring),
    batchItems: asSum(row.batch_items),
    batches: Number(row.batches),
    cards: Number(row.cards),
    paymentLinks: Number(row.payment_links),
    virtualAccounts: Number(row.virtual_accounts),
    refunds: asSum(row.refunds),
    disputes: asSum(row.disputes),
    unsettled: asSum(row.unsettled),
  }
}

/** Number of rows and their kobo, as text. */
type Pair = [count: string, kobo: string]

interface Row {
  booked: bigint
  available: bigint
  accounts: bigint
  waiting: Pair
  sent: Pair
  scheduled: Pair
  recurring: Pair
  batch_items: Pair
  batches: bigint
  cards: bigint
  payment_links: bigint
  virtual_accounts: bigint
  refunds: Pair
  disputes: Pair
  unsettled: Pair
  has_webhook: boolean
}

function sumOf(from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select array[count(*)::text, coalesce(sum(amount_kobo), 0)::text] from ${from})`
}

function asSum([count, kobo]: Pair) {
  return { count: Number(count), amount: naira(BigInt(kobo)) }
}

function batches(ofMerchant: RawBuilder<unknown>, isPayer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from bulk_batch where ${ofMerchant} and status in ('UPLOADED', 'PROCESSING') and ${isPayer}`
}
