import { sql } from 'kysely'
import { selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Batch of cards that a merchant requested. */
export const cardBatch: WorkSource = {
  kind: 'CARD_BATCH',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`mode`,
          subject_id: sql`id::text`,
          name: sql`reference`,
          merchant_id: sql`merchant_id`,
          opened_at: sql`created_at`,
        },
        sql`card_batch where status = 'PENDING' and ${within(sql`id`)}`,
      ),
  ],
  touched: { card_batch: themselves },
}
