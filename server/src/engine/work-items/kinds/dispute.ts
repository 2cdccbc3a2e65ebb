import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Open dispute, by its own due time; it waits while the merchant's feedback is awaited. */
export const dispute: WorkSource = {
  kind: 'DISPUTE',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`mode`,
          subject_id: sql`id::text`,
          name: sql`customer`,
          merchant_id: sql`merchant_id`,
          amount_kobo: sql`amount_kobo`,
          opened_at: sql`created_at`,
          due_at: sql`due_at`,
          paused_at: sql`case when status = 'AWAITING_FEEDBACK' then coalesce((
          select max(activity.created_at) from dispute_activity activity
          where activity.dispute_id = dispute.id and activity.status = 'AWAITING_FEEDBACK'), created_at) end`,
        },
        sql`dispute where status not in ('RESOLVED', 'REJECTED', 'CLOSED') and ${within(sql`id`)}`,
      ),
  ],
  touched: { dispute: themselves },
  news: sql<boolean>`(
    exists (select from dispute_message
      where dispute_id = item.subject_id::uuid and sender_role = 'MERCHANT' and created_at > item.snoozed_at)
    or exists (select from dispute_activity
      where dispute_id = item.subject_id::uuid and created_at > item.snoozed_at))`,
}
