import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CopyRows } from './copy-rows.ts'

/** Columns of each table in the order in which fields are written. */
const columns = {
  transaction: `id, mode, scope, merchant_id, wallet_id, created_at, paid_at, type, category, status, amount_kobo,
    fee_kobo, vat_kobo, stamp_duty_kobo, reference, session_id, route, originator_name, originator_number,
    originator_bank_code, beneficiary_name, beneficiary_number, beneficiary_bank_code, narration, response_code, alert,
    account_id, payment_method`,
  transfer: 'id, mode, kind, reference, transaction_id, merchant_id, at',
  entry: 'transfer_id, position, account_id, merchant_id, transaction_id, at, amount_kobo',
  hold: 'id, account_id, merchant_id, transaction_id, amount_kobo, status, created_at, ended_at',
  virtual_account: `id, mode, merchant_id, wallet_id, created_at, kind, account_number, account_name, bank_code,
    closed_at, amount_kobo, reference, expires_at, used_at`,
  payout_log: 'id, merchant_id, transaction_id, created_at, category, response_code, request, response',
  activity: 'id, merchant_id, transaction_id, created_at, category, completed, description',
  webhook_event: 'id, mode, merchant_id, transaction_id, kind, body, created_at, status, attempts, next_attempt_at',
  webhook_attempt: 'id, event_id, merchant_id, number, at, response_code, problem, response_text, ms',
  /** Temporary table of this transaction, added to the counters at the end. */
  history_count: 'merchant_id, scope, type, category, day, n, n_success, success_kobo',
} as const

export type HistoryTable = keyof typeof columns

export type HistoryTables = Record<HistoryTable, CopyRows>

const sliceBytes = 256 * 1024

/** Opens the buffers of rows not yet sent, one per table. */
export function openHistoryTables(): HistoryTables {
  const small = () => new CopyRows(64 * 1024)
  return {
    transaction: new CopyRows(8 * 1024 * 1024),
    transfer: new CopyRows(4 * 1024 * 1024),
    entry: new CopyRows(8 * 1024 * 1024),
    hold: small(),
    virtual_account: small(),
    payout_log: small(),
    activity: small(),
    webhook_event: small(),
    webhook_attempt: small(),
    history_count: small(),
  }
}

/** Sends the buffered rows to the database, table by table. Rows written meanwhile wait for the next call. */
export async function sendHistory(client: pg.PoolClient, tables: HistoryTables): Promise<void> {
  const waiting = tableNames.flatMap((name) => {
    const rows = tables[name]
    return rows.isEmpty ? [] : [{ name, bytes: rows.take() }]
  })
  for (const { name, bytes } of waiting) {
    const command = `copy ${name} (${columns[name]}) from stdin (format binary)`
    await pipeline(Readable.from(slices(bytes)), client.query(copyFrom(command)))
  }
}

const tableNames: readonly HistoryTable[] = [
  'transaction',
  'transfer',
  'entry',
  'hold',
  'virtual_account',
  'payout_log',
  'activity',
  'webhook_event',
  'webhook_attempt',
  'history_count',
]

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}
