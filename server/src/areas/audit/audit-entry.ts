import type { AuditEntry } from '@kobo/contract/audit'
import { auditActions } from '@kobo/contract/kit/audit-actions'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { type Named, staffName } from '../../http/display.ts'
import { deviceName } from '../account/device-name.ts'
import { nameRecords } from '../record-access.ts'
import { describeChanges, summarize } from './describe-changes.ts'

export interface AuditRow {
  id: string
  at: string
  staff_id: string | null
  mode: string | null
  action: string
  record_type: string
  record_id: string
  merchant_id: string | null
  before: unknown
  after: unknown
  reason: string | null
  request_id: string | null
  address: string | null
  user_agent: string | null
  /** Staff row as JSON; null for what nobody signed in did. */
  staff: Named | null
  maker: Named | null
  merchant_name: string | null
}

/** Columns of an audit row, with the names of those concerned. */
export const auditColumns = sql`
  audit.id, audit.at, audit.staff_id, audit.mode, audit.action, audit.record_type, audit.record_id, audit.merchant_id,
  audit.before, audit.after, audit.reason, audit.request_id, audit.address, audit.user_agent,
  (select to_json(staff) from (select first_name, last_name from staff where id = audit.staff_id) as staff) as staff,
  (select to_json(staff) from (select first_name, last_name from staff where id = audit.maker_id) as staff) as maker,
  (select business_name from merchant where id = audit.merchant_id) as merchant_name`

const titles: Readonly<Record<string, string>> = auditActions

/** Returns audit rows as the console shows them, with what names their records. One statement. */
export async function asAuditEntries(db: Database, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const records = await nameRecords(db, rows)
  return rows.map((row) => {
    const record = records.get(`${row.record_type} ${row.record_id}`)
    const changes = describeChanges(row.before, row.after)
    return {
      id: row.id,
      createdAt: row.at,
      title: titles[row.action] ?? row.action,
      action: row.action,
      mode: row.mode,
      staffId: row.staff_id,
      staffName: row.staff && staffName(row.staff),
      makerName: row.maker && staffName(row.maker),
      reason: row.reason,
      recordType: row.record_type,
      recordId: row.record_id,
      recordName: record?.name ?? null,
      merchantId: record?.merchantId ?? row.merchant_id,
      merchantName: row.merchant_name,
      walletId: record?.walletId ?? null,
      parentId: record?.parentId ?? null,
      summary: summarize(changes),
      changes,
      address: row.address,
      device: row.user_agent === null ? null : deviceName(row.user_agent),
      requestId: row.request_id,
    }
  })
}
