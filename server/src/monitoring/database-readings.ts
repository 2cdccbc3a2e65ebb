import { sql } from 'kysely'
import type { Reading } from './reading.ts'

/** Tables with fewer rows are left out: their dead rows cost nothing. */
const rowsAtLeast = 10_000

export const writable: Reading = {
  name: 'database',
  gauges: {
    kobo_database_writable: { help: '1 if the database accepts writes, 0 if it is a replica or read-only' },
  },
  async read(db) {
    const { rows } = await sql<{ value: number }>`
      select (not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off')::int as value
      `.execute(db)
    return rows.map(({ value }) => ({ gauge: 'kobo_database_writable', value }))
  },
}

export const replicas: Reading = {
  name: 'replicas',
  gauges: {
    kobo_replica_lag_seconds: { help: 'How far a replica is behind in replaying', labels: ['replica'] },
    kobo_replication_slot_bytes: { help: 'WAL that is kept for a replication slot', labels: ['slot'] },
  },
  async read(db) {
    const { rows: lags } = await sql<{ replica: string; state: string | null; lag: number }>`
      select coalesce(application_name, '') as replica, state, coalesce(extract(epoch from replay_lag), 0)::float8 as lag
      from pg_stat_replication where state is null or state in ('streaming', 'catchup')`.execute(db)
    if (lags.some(({ state }) => state === null)) {
      throw new Error('The role may not read the state of replicas: grant it pg_read_all_stats')
    }
    const { rows: slots } = await sql<{ slot: string; value: number }>`
      select slot_name as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as value
      from pg_replication_slots
      where not pg_is_in_recovery() and restart_lsn is not null`.execute(db)
    return [
      ...lags.map(({ replica, lag }) => ({ gauge: 'kobo_replica_lag_seconds', labels: { replica }, value: lag })),
      ...slots.map(({ slot, value }) => ({ gauge: 'kobo_replication_slot_bytes', labels: { slot }, value })),
    ]
  },
}

export const tables: Reading = {
  name: 'tables',
  gauges: {
    kobo_table_dead_tuples: { help: `Dead rows of tables with at least ${rowsAtLeast} rows`, labels: ['table'] },
    kobo_table_live_tuples: { help: 'Live rows of the same tables', labels: ['table'] },
  },
  freshMs: 60_000,
  async read(db) {
    const { rows } = await sql<{ table: string; dead: number; live: number }>`
      select schemaname || '.' || relname as table, n_dead_tup::float8 as dead, n_live_tup::float8 as live
      from pg_stat_user_tables
      where schemaname in ('public', 'pgboss') and n_live_tup + n_dead_tup >= ${rowsAtLeast}`.execute(db)
    return rows.flatMap(({ table, dead, live }) => [
      { gauge: 'kobo_table_dead_tuples', labels: { table }, value: dead },
      { gauge: 'kobo_table_live_tuples', labels: { table }, value: live },
    ])
  },
}

/** State of the database itself; the first tells whether it accepts writes. */
export const databaseReadings: readonly Reading[] = [writable, replicas, tables]
