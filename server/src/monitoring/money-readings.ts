import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import { unsettledAmounts } from '../engine/settlements/unsettled-collections.ts'
import type { Reading, Sample } from './reading.ts'

/** Open payments that are read, oldest first: more are counted as this many. */
const openAtMost = 50_000
/** Unfolded deltas that are counted. */
const deltasAtMost = 100_000

export const findings: Reading = {
  name: 'ledger check',
  gauges: {
    ledger_findings: { help: 'Violations found by the last full ledger check, by severity', labels: ['harm'] },
    kobo_ledger_check_finished_timestamp_seconds: { help: 'When the last full ledger check ended, as Unix time' },
  },
  async read(db) {
    const { rows } = await sql<{ harm: string; count: number; ended: number }>`
      select harm, coalesce(sum((finding ->> 'count')::int) filter (where finding ->> 'harm' = harm), 0)::int as count,
        extract(epoch from max(ended_at))::float8 as ended
      from (
        select findings, ended_at from ledger_check
        where ended_at is not null and done >= total order by id desc limit 1
      ) as last
      cross join unnest(array['lost', 'duplicated', 'imbalance', 'auditGaps']) as harm
      left join lateral jsonb_array_elements(findings) as finding on true
      group by harm`.execute(db)
    return [
      ...rows.map(({ harm, count }) => ({ gauge: 'ledger_findings', labels: { harm }, value: count })),
      ...rows.slice(0, 1).map(({ ended }) => {
        return { gauge: 'kobo_ledger_check_finished_timestamp_seconds', value: ended }
      }),
    ]
  },
}

/** Ages from which an open payment is counted in the next class. */
const ages = ['under 10 minutes', 'under 1 hour', 'under 1 day', '1 day or more'] as const

export const openPayments: Reading = {
  name: 'open payments',
  gauges: {
    kobo_payment_oldest_seconds: {
      help: 'Age of the oldest payment in a status that is not final; absent without one',
      labels: ['mode', 'type', 'status'],
    },
    kobo_payments_unconfirmed: {
      help: `Outgoing payments that are PENDING, by age; of more than ${openAtMost} open ones, the oldest`,
      labels: ['mode', 'age'],
    },
  },
  async read(db) {
    const { rows } = await sql<{ mode: string; type: string; status: string; oldest: number; counts: number[] }>`
      select mode, type, status, extract(epoch from now() - min(created_at))::float8 as oldest, array[
        count(*) filter (where created_at > now() - interval '10 minutes'),
        count(*) filter (where created_at <= now() - interval '10 minutes' and created_at > now() - interval '1 hour'),
        count(*) filter (where created_at <= now() - interval '1 hour' and created_at > now() - interval '1 day'),
        count(*) filter (where created_at <= now() - interval '1 day')
      ]::int[] as counts
      from (
        select mode, type, status, created_at from transaction
        where status in ('QUEUED', 'PENDING') order by created_at, id limit ${openAtMost}
      ) as open
      group by mode, type, status`.execute(db)
    const unconfirmed = (mode: Mode) =>
      rows.find((row) => row.mode === mode && row.type === 'DEBIT' && row.status === 'PENDING')?.counts ?? []
    return [
      ...rows.map(({ mode, type, status, oldest }) => {
        return { gauge: 'kobo_payment_oldest_seconds', labels: { mode, type, status }, value: oldest }
      }),
      ...inBothModes((mode) =>
        ages.map((age, position) => {
          const value = unconfirmed(mode)[position] ?? 0
          return { gauge: 'kobo_payments_unconfirmed', labels: { mode, age }, value }
        }),
      ),
    ]
  },
}

export const folding: Reading = {
  name: 'folding',
  gauges: {
    kobo_fold_waiting: { help: `Changes that are not folded yet, at most ${deltasAtMost}`, labels: ['into'] },
    kobo_fold_lag_seconds: { help: 'Age of the oldest of them; 0 without one', labels: ['into'] },
  },
  async read(db) {
    const { rows } = await sql<{ into: string; waiting: number; lag: number }>`
      select 'counters' as into,
        (select count(*)::int from (select from count_delta limit ${deltasAtMost}) as counted) as waiting,
        coalesce(extract(epoch from now() - (select uuid_time(id) from count_delta order by id limit 1)), 0)::float8 as lag
      union all
      select 'balances',
        (select count(*)::int from (select from balance_delta limit ${deltasAtMost}) as counted),
        coalesce(extract(epoch from now() - (select uuid_time(id) from balance_delta order by id limit 1)), 0)::float8
      `.execute(db)
    return rows.flatMap(({ into, waiting, lag }) => [
      { gauge: 'kobo_fold_waiting', labels: { into }, value: waiting },
      { gauge: 'kobo_fold_lag_seconds', labels: { into }, value: Math.max(0, lag) },
    ])
  },
}

export const providerAccounts: Reading = {
  name: 'provider accounts',
  gauges: {
    kobo_provider_account_kobo: {
      help: "Folded balance of each of the provider's own accounts, such as RECOVERY and the floats",
      labels: ['mode', 'account'],
    },
  },
  async read(db) {
    const rows = await db.selectFrom('provider_account').select(['mode', 'kind', 'balance_kobo']).execute()
    return rows.map(({ mode, kind, balance_kobo }) => {
      const labels = { mode, account: kind }
      return { gauge: 'kobo_provider_account_kobo', labels, value: Number(balance_kobo) }
    })
  },
}

const unsettled: Reading = {
  name: 'unsettled collections',
  gauges: {
    kobo_unsettled_kobo: { help: 'Collections that are not settled, of accounts with settlements', labels: ['mode'] },
  },
  // It looks into each account that has ever been settled.
  freshMs: 120_000,
  async read(db) {
    const samples: Sample[] = []
    for (const mode of ['PRODUCTION', 'SANDBOX'] as const) {
      const accounts = sql`(select id from account where mode = ${mode})`
      const { rows } = await sql<{ value: number }>`
        select coalesce(sum(amount_kobo), 0)::float8 as value from ${unsettledAmounts(accounts, new Date())}`.execute(
        db,
      )
      samples.push({ gauge: 'kobo_unsettled_kobo', labels: { mode }, value: rows[0]?.value ?? 0 })
    }
    return samples
  },
}

function inBothModes(samplesOf: (mode: Mode) => Sample[]): Sample[] {
  return [...samplesOf('PRODUCTION'), ...samplesOf('SANDBOX')]
}

/** Money and its bookkeeping. */
export const moneyReadings: readonly Reading[] = [findings, openPayments, folding, providerAccounts, unsettled]
