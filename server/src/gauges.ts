import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from './db/database.ts'
import { countJobs } from './jobs/dead-jobs.ts'
import { countItemErrors } from './jobs/item-errors.ts'
import { kindOf, type Lanes } from './rails/lanes.ts'

/** Adds the gauges of waiting and dead jobs, failing items, lanes in trouble and ledger findings. */
export function addGauges(registry: Registry, { db, lanes }: { db: Database; lanes: Lanes }): void {
  const registers: Registry[] = []
  const labelNames = ['kind'] as const
  const dead = new Gauge({
    name: 'jobs_dead',
    help: 'Jobs that have exhausted their retries, by kind',
    labelNames,
    registers,
    async collect() {
      for (const { kind, failed } of await countJobs(db)) this.set({ kind }, failed)
    },
  })
  const waiting = new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that wait for their time or a free slot, by kind',
    labelNames,
    registers,
    async collect() {
      for (const { kind, waiting: some } of await countJobs(db)) this.set({ kind }, some)
    },
  })
  const failing = new Gauge({
    name: 'jobs_items_failing',
    help: 'Items that failed and will be retried, by job',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset()
      for (const { job, failing: some } of await countItemErrors(db)) this.set({ job }, some)
    },
  })
  const trouble = new Gauge({
    name: 'outside_trouble',
    help: 'Lanes of this process that are open (no calls) or slow: banks, status queries, webhook receivers',
    labelNames: ['kind', 'lane', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { lane, state } of lanes.trouble()) this.set({ kind: kindOf(lane), lane, state }, 1)
    },
  })
  const findings = new Gauge({
    name: 'ledger_findings',
    help: 'Violations found by the last full ledger check, by severity',
    labelNames: ['harm'],
    registers,
    async collect() {
      const { rows } = await sql<{ harm: string; count: number }>`
        select harm, coalesce(sum((finding ->> 'count')::int) filter (where finding ->> 'harm' = harm), 0)::int as count
        from (
          select findings from ledger_check where ended_at is not null and done >= total order by id desc limit 1
        ) as last
        cross join unnest(array['lost', 'duplicated', 'imbalance', 'auditGaps']) as harm
        left join lateral jsonb_array_elements(findings) as finding on true
        group by harm`.execute(db)
      for (const { harm, count } of rows) this.set({ harm }, count)
    },
  })
  for (const gauge of [waiting, dead, failing, trouble, findings]) registry.registerMetric(gauge)
}
