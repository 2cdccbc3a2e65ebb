import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Contact message that nobody has answered. */
export const contact: WorkSource = {
  kind: 'CONTACT',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`mode`,
          subject_id: sql`id::text`,
          name: sql`concat_ws(': ', name, subject)`,
          merchant_id: sql`merchant_id`,
          opened_at: sql`created_at`,
        },
        sql`contact_message where status = 'NEW' and ${within(sql`id`)}`,
      ),
  ],
  touched: { contact_message: themselves },
}
