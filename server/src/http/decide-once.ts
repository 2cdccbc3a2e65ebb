import type { AuditAction } from '@kobo/contract/kit/audit-actions'
import { lagosTime } from '@kobo/contract/kit/day'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { WriteContext } from './handler.ts'
import { requireInMode, type TableInMode } from './record-in-mode.ts'
import { conflict, type HttpError } from './http-error.ts'
import { type Named, staffName } from './display.ts'

type DecidableTable = {
  [T in TableInMode]: 'decided_by' | 'decided_at' | 'decision_reason' extends keyof Tables[T] ? T : never
}[TableInMode]

/** Kind of record that operators decide, and its wording in messages. */
export interface Decidable<T extends DecidableTable> {
  table: T
  /** Name of the record in messages, such as `upgrade request`. */
  called: string
  isOpen(record: Selectable<Tables[T]>): boolean
  /** Decision on a closed record, such as `approved`; an error if something other than a decision closed it. */
  decision(record: Selectable<Tables[T]>): string | HttpError
  merchantId(record: Selectable<Tables[T]>): string
}

export interface Decision<T extends DecidableTable> {
  id: string
  action: AuditAction
  reason: string | null
  /** Columns that the decision sets. */
  set: Updateable<Tables[T]>
}

/** Side effects of a decision for the audit row, and any values for the caller. */
interface Consequence {
  [key: string]: unknown
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Decides a locked, open record of the operator's mode: applies its consequences, records who, when and why, and writes the
 * audit row. The slower of two operators gets a conflict that names the faster. Returns the result of `carryOut`.
 */
export async function decideOnce<T extends DecidableTable, C extends Consequence>(
  context: WriteContext,
  decidable: Decidable<T>,
  { id, action, reason, set }: Decision<T>,
  carryOut: (record: Selectable<Tables[T]>) => Promise<C>,
): Promise<C> {
  const { db, staff, now } = context
  const record = await requireInMode(context, decidable.table, id, { called: decidable.called, lock: true })
  if (!decidable.isOpen(record)) throw await decidedByOthers(db, decidable, id, record)
  const consequence = await carryOut(record)
  const fields = { ...set, decided_by: staff.id, decided_at: now.toISOString(), decision_reason: reason }
  const columns = Object.entries(fields).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(decidable.table)} set ${sql.join(columns)} where id = ${id}`.execute(db)
  const was: Record<string, unknown> = record
  await context.audit({
    action,
    recordType: decidable.table,
    recordId: id,
    merchantId: decidable.merchantId(record),
    before: { ...Object.fromEntries(Object.keys(set).map((column) => [column, was[column]])), ...consequence.before },
    after: { ...set, ...consequence.after },
    reason: reason ?? undefined,
  })
  return consequence
}

/** Returns the conflict that names who decided first. */
export async function decidedByOthers<T extends DecidableTable>(
  db: Database,
  { table, called, decision }: Decidable<T>,
  id: string,
  record: Selectable<Tables[T]>,
): Promise<HttpError> {
  const verb = decision(record)
  if (typeof verb !== 'string') return verb
  // A separate statement: one that waited for the lock joins rows of its earlier snapshot.
  const { rows } = await sql<Named & { decided_at: string | null }>`
    select decided_at, first_name, last_name
    from ${sql.table(table)} as decided
    left join staff on staff.id = decided.decided_by
    where decided.id = ${id}`.execute(db)
  const [by] = rows
  const when = by?.decided_at ? ` on ${lagosTime(new Date(by.decided_at))}` : ''
  return conflict(`${by ? staffName(by) : 'Another operator'} already ${verb} this ${called}${when}`)
}
