import { sql } from 'kysely'
import { kinds } from '../../../jobs/job-kinds.ts'
import { selectOpen, type WorkSource } from '../work-source.ts'

/** Background jobs of one kind that exhausted their retries. They belong to no mode and are shown in Live. */
export const deadJobs: WorkSource = {
  kind: 'DEAD_JOBS',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`'PRODUCTION'`,
          subject_id: sql`job.name`,
          name: sql`job.name`,
          merchant_id: sql`null::uuid`,
          opened_at: sql`min(completed_on)`,
          count: sql`count(*)::int`,
        },
        sql`pgboss.job where state = 'failed' and job.name = any(${kinds}::text[]) and ${within(sql`job.name`)} group by job.name`,
      ),
  ],
  touched: { job: (ids) => sql`select unnest(${ids}::text[])` },
}
