import type { AuditAction } from '@kobo/contract/kit/audit-actions'
import type { Mode } from '@kobo/contract/kit/mode'
import type { RecordType } from '@kobo/contract/kit/record-kinds'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { uuidv7 } from '../uuid.ts'

/** Change that a write made to one record. The caller masks personal numbers. */
export interface AuditEntry {
  action: AuditAction
  recordType: RecordType
  recordId: string
  merchantId?: string
  /** Values of the same fields, unless the record was created or ended. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

/** A write and everything that it audited. */
export interface AuditedWrite {
  staffId: string
  at: Date
  entries: readonly AuditEntry[]
}

export interface AuditAuthor {
  staffId: string | null
  sessionId: string | null
  mode: Mode | null
  requestId: string
  at: Date
  /** Where the request came from; missing for jobs and commands. */
  caller?: { address: string; agent: string | null }
}

/** Writes a row and returns its id. */
export async function writeAudit(db: Kysely<Tables>, by: AuditAuthor, entry: AuditEntry): Promise<string> {
  requireSameFields(entry)
  const id = uuidv7(by.at.getTime())
  await db
    .insertInto('audit')
    .values({
      id,
      at: by.at.toISOString(),
      staff_id: by.staffId,
      session_id: by.sessionId,
      mode: by.mode,
      action: entry.action,
      record_type: entry.recordType,
      record_id: entry.recordId,
      merchant_id: entry.merchantId ?? null,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      reason: entry.reason ?? null,
      request_id: by.requestId,
      address: by.caller?.address ?? null,
      user_agent: by.caller?.agent ?? null,
    })
    .execute()
  return id
}

function requireSameFields({ action, before, after }: AuditEntry): void {
  if (!before || !after) return
  const other = [...Object.keys(before), ...Object.keys(after)].find((field) => !(field in before && field in after))
  if (other !== undefined) throw new Error(`The audit of ${action} has no value of ${other} before or after`)
}
