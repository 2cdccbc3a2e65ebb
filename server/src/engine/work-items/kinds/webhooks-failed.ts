import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Webhook events of one merchant that exhausted their retries. Only the oldest of each merchant is read, however many there are. */
export const webhooksFailed: WorkSource = {
  kind: 'WEBHOOKS_FAILED',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`merchant.mode`,
          subject_id: sql`merchant.id::text`,
          name: sql`business_name`,
          merchant_id: sql`merchant.id`,
          opened_at: sql`coalesce((
          select at from webhook_attempt where event_id = failed.id order by number desc limit 1), uuid_time(failed.id))`,
        },
        sql`(
          with recursive failed as (
            (select merchant_id, id from webhook_event where status = 'FAILED' order by merchant_id, id limit 1)
            union all
            select next.merchant_id, next.id
            from failed, lateral (
              select event.merchant_id, event.id from webhook_event event
              where event.status = 'FAILED' and event.merchant_id > failed.merchant_id
              order by event.merchant_id, event.id limit 1) next
          ) select * from failed
        ) failed
        join merchant on merchant.id = failed.merchant_id
        where exists (select from webhook_endpoint where webhook_endpoint.merchant_id = merchant.id)
          and ${within(sql`merchant.id`)}`,
      ),
  ],
  touched: {
    merchant: themselves,
    // The event of a transaction is sent again from there.
    transaction: (ids) => sql`select merchant_id from transaction where id = any(${ids}::uuid[])`,
  },
}
