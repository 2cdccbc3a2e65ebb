import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Log sequence number: a byte position in the write-ahead log, comparable within one timeline. */
export type Lsn = bigint

/** Parses PostgreSQL's own notation, such as `16/B374D848`; null if it is none. */
export function parseLsn(text: string | null | undefined): Lsn | null {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text ?? '') ?? []
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()
}

/** State of the primary. Everything that was committed before the query is before `lsn`. */
export interface PrimaryState {
  lsn: Lsn
  /** Id behind the last transaction that has ended, and those before it that are running or about to become visible. */
  ended: bigint
  running: bigint[]
  timeline: number
  system: string
}

/** State of a replica. Everything before `replayed` is visible to later queries. */
export interface ReplicaState {
  inRecovery: boolean
  replayed: Lsn | null
  /** Id behind the last transaction whose end was replayed. */
  ended: bigint
  /** Timeline from which it receives; null if it does not receive, or the role may not see it. */
  timeline: number | null
  system: string
}

/**
 * Reads the primary's state. The LSN is that of insertion: a commit is visible once its record is written, and a record
 * is inserted before it is written.
 */
export async function readPrimary(db: Database): Promise<PrimaryState> {
  type Row = { lsn: string; ended: string; running: string[]; timeline: number; system: string }
  const { rows } = await sql<Row>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as ended,
      array(select pg_snapshot_xip(pg_current_snapshot()))::text[] as running,
      pg_current_wal_insert_lsn()::text as lsn,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
      (select system_identifier::text from pg_control_system()) as system`.execute(db)
  const [row] = rows
  const lsn = parseLsn(row?.lsn)
  if (!row || lsn === null) throw new Error('The primary reports no LSN')
  const { timeline, system } = row
  return { lsn, ended: BigInt(row.ended), running: row.running.map(BigInt), timeline, system }
}

export async function readReplica(db: Database): Promise<ReplicaState> {
  type Row = { recovering: boolean; replayed: string | null; ended: string; timeline: number | null; system: string }
  const { rows } = await sql<Row>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as ended, pg_is_in_recovery() as recovering, pg_last_wal_replay_lsn()::text as replayed,
      (select received_tli from pg_stat_wal_receiver where status = 'streaming') as timeline,
      (select system_identifier::text from pg_control_system()) as system`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The replica reports no state')
  return {
    inRecovery: row.recovering,
    replayed: parseLsn(row.replayed),
    ended: BigInt(row.ended),
    timeline: row.timeline,
    system: row.system,
  }
}

/** Whether a replica shows one of these transactions as committed. */
export async function hasCommitted(db: Database, transactions: readonly bigint[]): Promise<boolean> {
  const { rows } = await sql<{ committed: boolean }>`
    select exists (
      select from unnest(${transactions.map(String)}::xid8[]) as t(id)
      where case when id < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(id) = 'committed' else false end
    ) as committed`.execute(db)
  return rows[0]?.committed ?? false
}
