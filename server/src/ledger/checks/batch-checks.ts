import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Whether every batch is stored completely and makes progress. */
export const batchChecks: Check[] = [
  {
    faults: {
      'batch-stuck': {
        harm: 'lost',
        sentence: 'Batches with an interrupted upload, or not validated for five days',
      },
      'batch-incomplete': { harm: 'lost', sentence: 'Batches whose number of items differs from the recorded number' },
    },
    // The job that checks a batch is retried for four days.
    rows: sql`
      select fault.kind, bulk_batch.id
      from bulk_batch left join (select batch_id, count(*) as n from bulk_item group by batch_id) as item
        on item.batch_id = bulk_batch.id, lateral (values
        ('batch-stuck', status = 'UPLOADING' and created_at < now() - interval '20 minutes'
          or status = 'UPLOADED' and created_at < now() - interval '5 days'),
        ('batch-incomplete', status <> 'UPLOADING' and total_items <> coalesce(item.n, 0))
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
