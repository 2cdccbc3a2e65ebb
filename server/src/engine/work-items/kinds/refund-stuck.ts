import { type RawBuilder, sql } from 'kysely'
import { statusQueryWindowMs } from '../../outbound/status-query.ts'
import {
  causeOfPayment,
  hasNewResponse,
  type OpenQuery,
  selectOpen,
  themselves,
  type WorkSource,
} from '../work-source.ts'

/** Time after which a refund in progress needs a person. */
const patienceMs = 3_600_000

const payment = sql`(select refund_transaction_id from refund where refund.id = item.subject_id::uuid)`

/** Payments in progress for more than an hour. */
const inProgress = (now: Date) => sql`
  select id as payment_id from transaction
  where status in ('QUEUED', 'PENDING') and created_at < ${new Date(now.getTime() - patienceMs).toISOString()}`

/** Payments whose failure is unconfirmed. */
const inDoubt = (now: Date) => sql`
  select id as payment_id from transaction
  where asked_until > ${now.toISOString()}`

/** Failed payments of the newest refunds of resolved disputes. */
const failedOfDispute = () => sql`
  select newest.id as payment_id
  from hold
  join dispute on dispute.id = hold.dispute_id and dispute.status = 'RESOLVED'
  cross join lateral (
    select transaction.id, transaction.status
    from refund join transaction on transaction.id = refund_transaction_id
    where refund.dispute_id = dispute.id
    order by refund.created_at desc, refund.id desc limit 1) newest
  where hold.status = 'HELD' and hold.dispute_id is not null and newest.status = 'FAILED'`

/** Returns the query for refunds that are paid by some payments. */
function refundsOf(payments: (now: Date) => RawBuilder<unknown>): OpenQuery {
  return (now, within) =>
    selectOpen(
      {
        mode: sql`refund.mode`,
        subject_id: sql`refund.id::text`,
        name: sql`coalesce(payment.beneficiary_name, payment.reference)`,
        merchant_id: sql`refund.merchant_id`,
        parent_id: sql`refund.transaction_id`,
        amount_kobo: sql`refund.amount_kobo`,
        opened_at: sql`case
          when payment.status <> 'FAILED' then payment.created_at + ${patienceMs} * interval '1 millisecond'
          else coalesce(payment.asked_until - ${statusQueryWindowMs} * interval '1 millisecond', payment.created_at) end`,
        cause: causeOfPayment('payment'),
      },
      sql`(${payments(now)}) stuck
        join transaction payment on payment.id = payment_id
        join refund on refund.refund_transaction_id = payment_id
        where payment.status <> 'SUCCESS' and ${within(sql`refund.id`)}`,
    )
}

/**
 * Refund in progress for more than an hour, refund whose failure is unconfirmed, so that its amount stays blocked, or the newest
 * refund of a resolved dispute, which failed.
 */
export const refundStuck: WorkSource = {
  kind: 'REFUND_STUCK',
  open: [inProgress, inDoubt, failedOfDispute].map(refundsOf),
  sharesCauses: true,
  touched: {
    refund: themselves,
    transaction: (ids) => sql`select id from refund where refund_transaction_id = any(${ids}::uuid[])`,
    dispute: (ids) => sql`select id from refund where dispute_id = any(${ids}::uuid[])`,
  },
  news: hasNewResponse(payment),
}
