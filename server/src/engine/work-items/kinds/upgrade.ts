import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Request of a merchant for another type of business. */
export const upgrade: WorkSource = {
  kind: 'UPGRADE',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`request.mode`,
          subject_id: sql`request.id::text`,
          name: sql`business_name`,
          merchant_id: sql`merchant.id`,
          opened_at: sql`request.created_at`,
        },
        sql`merchant_upgrade request join merchant on merchant.id = merchant_id
        where request.status in ('PENDING', 'IN-REVIEW') and ${within(sql`request.id`)}`,
      ),
  ],
  touched: { merchant_upgrade: themselves },
  news: sql<boolean>`exists (
    select from merchant_upgrade_document join file on file.id = file_id
    where upgrade_id = item.subject_id::uuid and file.created_at > item.snoozed_at)`,
}
