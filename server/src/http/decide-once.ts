import { lagosTime } from '@kobo/contract/kit/day'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { WriteContext } from './handler.ts'
import { requireInMode, type TableInMode } from './record-in-mode.ts'
import { conflict, type HttpError } from './http-error.ts'
import { type Named, staffName } from './staff-name.ts'

type DecidableTable = {
  [T in TableInMode]: 'decided_by' | 'decided_at' | 'decision_reason' extends keyof Tables[T] ? T : never
}[TableInMode]

/** What people decide, and how it is spoken of. */
export interface Decidable<T extends DecidableTable> {
  table: T
  /** Such as `upgrade request`. */
  called: string
  isOpen(record: Selectable<Tables[T]>): boolean
  /** Such as `approved`, of one that is no longer open; a refusal where it is not the decision that stands in the way. */
  decision(record: Selectable<Tables[T]>): string | HttpError
  merchantId(record: Selectable<Tables[T]>): string
}

export interface Decision<T extends DecidableTable> {
  id: string
  action: string
  reason: string | null
  /** The state that the record has from now on. */
  set: Updateable<Tables[T]>
}

/** What a decision brings about besides, what of it the audit row tells, and what the caller wants to know of it. */
interface Consequence {
  [told: string]: unknown
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Decides a record of the operator's mode: locked, still open, its consequences, who, when and why, and the audit row. Of
 * two operators the second is told who was faster. Gives what `carryOut` gives.
 */
export async function decideOnce<T extends DecidableTable, C extends Consequence>(
  context: WriteContext,
  what: Decidable<T>,
  { id, action, reason, set }: Decision<T>,
  carryOut: (record: Selectable<Tables[T]>) => Promise<C>,
): Promise<C> {
  const { db, staff, now } = context
  const record = await requireInMode(context, what.table, id, { called: what.called, lock: true })
  if (!what.isOpen(record)) throw await decidedByOthers(db, what, id, record)
  const consequence = await carryOut(record)
  const fields = { ...set, decided_by: staff.id, decided_at: now.toISOString(), decision_reason: reason }
  const columns = Object.entries(fields).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(what.table)} set ${sql.join(columns)} where id = ${id}`.execute(db)
  const was: Record<string, unknown> = record
  await context.audit({
    action,
    recordType: what.table,
    recordId: id,
    merchantId: what.merchantId(record),
    before: { ...Object.fromEntries(Object.keys(set).map((column) => [column, was[column]])), ...consequence.before },
    after: { ...set, ...consequence.after },
    reason: reason ?? undefined,
  })
  return consequence
}

/** Who was faster, for the operator who comes too late. */
export async function decidedByOthers<T extends DecidableTable>(
  db: Database,
  { table, called, decision }: Decidable<T>,
  id: string,
  record: Selectable<Tables[T]>,
): Promise<HttpError> {
  const verb = decision(record)
  if (typeof verb !== 'string') return verb
  // A statement of its own: one that waited for the lock joins what it saw before.
  const { rows } = await sql<Named & { decided_at: string | null }>`
    select decided_at, first_name, last_name
    from ${sql.table(table)} as decided
    left join staff on staff.id = decided.decided_by
    where decided.id = ${id}`.execute(db)
  const [by] = rows
  const when = by?.decided_at ? ` on ${lagosTime(new Date(by.decided_at))}` : ''
  return conflict(`${by ? staffName(by) : 'Somebody'} already ${verb} this ${called}${when}`)
}
