import { lagosTime } from '@kobo/contract/kit/day'
import { formatNaira } from '../engine/format-naira.ts'
import { sql } from 'kysely'
import { replicas, tables, writable } from './database-readings.ts'
import { findings, folding, openPayments, providerAccounts } from './money-readings.ts'
import type { Reading, Sample } from './reading.ts'
import { dailyJobs, items, jobs } from './work-readings.ts'

interface Verdict {
  sentence: string
  page: string
}

/** A reading of the database, and what it means; the limits are those of the alerts. */
export interface DatabaseCheck {
  subject: string
  reading: Reading
  judge(samples: readonly Sample[], now: Date): Verdict | null
}

const hourSeconds = 3_600

/** Background work opens its connections under these names, which never rest for long: it folds every second. */
const workers: Reading = {
  name: 'workers',
  gauges: { sessions: { help: 'Connections of background work' } },
  async read(db) {
    const { rows } = await sql<{ value: number }>`
      select count(*)::int as value from pg_stat_activity
      where datname = current_database() and application_name like 'kobo-console work%'`.execute(db)
    return rows.map(({ value }) => ({ gauge: 'sessions', value }))
  },
}

/** Reports of running servers are renewed every 30 s. */
const silentBanks: Reading = {
  name: 'banks',
  gauges: { silent: { help: 'Open lanes to banks', labels: ['lane'] } },
  async read(db) {
    const { rows } = await sql<{ lane: string }>`
      select distinct lane from lane_trouble
      where state = 'open' and lane like 'bank:%' and seen_at > now() - interval '90 seconds' order by lane limit 20
      `.execute(db)
    return rows.map(({ lane }) => ({ gauge: 'silent', labels: { lane }, value: 1 }))
  },
}

export const databaseChecks: readonly DatabaseCheck[] = [
  {
    subject: 'database',
    reading: writable,
    judge: wrong({
      where: ({ value }) => value === 0,
      sentence: () => 'It is a replica or read-only: no write is possible',
      page: 'primary-lost',
    }),
  },
  {
    subject: 'books',
    reading: findings,
    judge(samples, now) {
      const found = samples.filter(({ gauge, value }) => gauge === 'ledger_findings' && value > 0)
      const [last] = samples.filter(({ gauge }) => gauge === 'kobo_ledger_check_finished_timestamp_seconds')
      const page = 'the-books-are-wrong'
      if (found.length > 0) {
        const harms = found.map(({ labels, value }) => `${labels?.['harm']} ${value}`).join(', ')
        return { sentence: `The last ledger check found ${harms}`, page }
      }
      if (last === undefined || now.getTime() / 1000 - last.value < 26 * hourSeconds) return null
      return { sentence: `No ledger check has ended since ${lagosTime(new Date(last.value * 1000))}`, page }
    },
  },
  {
    subject: 'workers',
    reading: workers,
    judge: wrong({
      where: ({ value }) => value === 0,
      sentence: () => 'No server that runs background jobs is connected',
      page: 'no-worker-runs',
    }),
  },
  {
    subject: 'daily jobs',
    reading: dailyJobs,
    judge(samples, now) {
      const late = samples.filter(({ gauge, value }) =>
        gauge === 'kobo_daily_job_finished_timestamp_seconds'
          ? now.getTime() / 1000 - value > 25 * hourSeconds
          : gauge === 'kobo_daily_job_days_unfinished' && value > 1,
      )
      if (late.length === 0) return null
      const names = [...new Set(late.map(({ labels }) => labels?.['daily_job'] ?? ''))]
      const page = names.includes('settle-day') ? 'settlements-did-not-run' : 'a-daily-job-did-not-run'
      return { sentence: `Not finished within the last 25 hours: ${names.join(', ')}`, page }
    },
  },
  {
    subject: 'banks',
    reading: silentBanks,
    judge: wrong({
      where: () => true,
      sentence: (silent) => `No credible responses from ${silent.map(({ labels }) => labels?.['lane']).join(', ')}`,
      page: 'a-bank-is-silent',
    }),
  },
  {
    subject: 'queues',
    reading: jobs,
    judge: wrong({
      where: ({ gauge, value }) => gauge === 'kobo_job_due_seconds' && value > 600,
      sentence: (late) => {
        return `Due jobs have waited for ${list(late, 'kind', (seconds) => `${Math.round(seconds / 60)} min`)}`
      },
      page: 'queue-grows',
    }),
  },
  {
    subject: 'dead jobs',
    reading: jobs,
    judge: wrong({
      where: ({ gauge, value }) => gauge === 'jobs_dead' && value > 0,
      sentence: (dead) => `Jobs have exhausted their retries: ${list(dead, 'kind')}`,
      page: 'jobs-die',
    }),
  },
  {
    subject: 'failing items',
    reading: items,
    judge: wrong({
      where: () => true,
      sentence: (failing) => `Items fail and are retried: ${list(failing, 'job')}`,
      page: 'items-fail',
    }),
  },
  {
    subject: 'payments',
    reading: openPayments,
    judge(samples) {
      const old = samples.filter(({ gauge, labels, value }) => {
        const age = labels?.['age'] ?? ''
        return gauge === 'kobo_payments_unconfirmed' && value > 0 && isLive(labels) && !/minutes|hour/.test(age)
      })
      const count = old.reduce((total, { value }) => total + value, 0)
      if (count === 0) return null
      return { sentence: `${count} have been unconfirmed for more than an hour`, page: 'payments-unconfirmed' }
    },
  },
  {
    subject: 'recovery',
    reading: providerAccounts,
    judge: wrong({
      where: ({ labels, value }) => labels?.['account'] === 'RECOVERY' && isLive(labels) && value < 0,
      sentence: ([owed]) => `Money left by mistake and is not recovered: ${formatNaira(BigInt(-(owed?.value ?? 0)))}`,
      page: 'money-to-recover',
    }),
  },
  {
    subject: 'counters',
    reading: folding,
    judge: wrong({
      where: ({ gauge, value }) => gauge === 'kobo_fold_lag_seconds' && value > 300,
      sentence: (late) => `Changes are not folded for ${list(late, 'into', (seconds) => `${Math.round(seconds)} s`)}`,
      page: 'counters-lag',
    }),
  },
  {
    subject: 'replicas',
    reading: replicas,
    judge: wrong({
      where: ({ gauge, value }) => gauge === 'kobo_replica_lag_seconds' && value > 30,
      sentence: (late) => `Behind: ${list(late, 'replica', (seconds) => `${Math.round(seconds)} s`)}`,
      page: 'replica-lags',
    }),
  },
  {
    subject: 'WAL',
    reading: replicas,
    judge: wrong({
      where: ({ gauge, value }) => gauge === 'kobo_replication_slot_bytes' && value > 10 * 1024 ** 3,
      sentence: (slots) => {
        return `Kept for replication slots: ${list(slots, 'slot', (bytes) => `${Math.round(bytes / 1024 ** 3)} GiB`)}`
      },
      page: 'disk-full',
    }),
  },
  {
    subject: 'tables',
    reading: tables,
    judge(samples) {
      const live = new Map(
        samples.flatMap(({ gauge, labels, value }) =>
          gauge === 'kobo_table_live_tuples' ? [[labels?.['table'], value]] : [],
        ),
      )
      const dead = samples.filter(({ gauge, labels, value }) => {
        const isDead = gauge === 'kobo_table_dead_tuples' && value > 100_000
        return isDead && value > 0.5 * (live.get(labels?.['table']) ?? 0)
      })
      if (dead.length === 0) return null
      return { sentence: `Dead rows are not removed: ${list(dead, 'table')}`, page: 'vacuum-falls-behind' }
    },
  },
]

interface Rule extends Pick<Verdict, 'page'> {
  where: (sample: Sample) => boolean
  sentence: (wrong: readonly Sample[]) => string
}

/** A judgement that is wrong if any sample is. */
function wrong({ where, sentence, page }: Rule): DatabaseCheck['judge'] {
  return (samples) => {
    const found = samples.filter(where)
    return found.length === 0 ? null : { sentence: sentence(found), page }
  }
}

function isLive(labels: Sample['labels']): boolean {
  return labels?.['mode'] === 'PRODUCTION'
}

const namedAtMost = 5

/** Names the values of a label with their samples' values, of many only the first. */
function list(samples: readonly Sample[], label: string, format: (value: number) => string = String): string {
  const named = samples.slice(0, namedAtMost).map(({ labels, value }) => `${labels?.[label]} ${format(value)}`)
  return [...named, ...(samples.length > namedAtMost ? ['and others'] : [])].join(', ')
}
