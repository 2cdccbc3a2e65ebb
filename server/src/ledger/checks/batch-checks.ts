import { sql } from 'kysely'
import { type Check, checkedAt } from './check.ts'

/** Whether every batch is stored completely and makes progress. */
export const batchChecks: Check[] = [
  {
    faults: {
      'batch-stuck': {
        harm: 'lost',
        sentence: 'Batches with an interrupted upload, or not validated for five days',
      },
      'batch-incomplete': { harm: 'lost', sentence: 'Batches whose number of items differs from the recorded number' },
      'batch-ended-early': {
        harm: 'lost',
        sentence: 'Completed or stopped batches with items that are neither sent nor failed',
      },
    },
    // The job that checks a batch is retried for four days.
    rows: sql`
      select fault.kind, bulk_batch.id
      from bulk_batch left join (
          select batch_id, count(*) as n,
            count(*) filter (where status = 'NEW' or status = 'NOT_PROCESSED' and problem is null) as unsent,
            count(*) filter (where status = 'PENDING') as open
          from bulk_item group by batch_id
        ) as item on item.batch_id = bulk_batch.id, lateral (values
        ('batch-stuck', status = 'UPLOADING' and created_at < ${checkedAt} - interval '20 minutes'
          or status = 'UPLOADED' and created_at < ${checkedAt} - interval '5 days'),
        ('batch-incomplete', status <> 'UPLOADING' and total_items <> coalesce(item.n, 0)),
        ('batch-ended-early', status = 'COMPLETED' and unsent + open > 0 or decided_at is not null and unsent > 0)
      ) as fault (kind, is_found)
      where fault.is_found`,
  },
]
