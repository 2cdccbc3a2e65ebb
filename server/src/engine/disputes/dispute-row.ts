import type { Mode } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Dispute as DisputeTable } from '../../db/tables.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { naira } from '@kobo/contract/kit/naira'

export type DisputeRow = Selectable<DisputeTable>

/** Party that acts on a dispute. */
export type Party = { role: 'ADMIN'; staffId: string } | { role: 'MERCHANT'; merchantId: string }

/** Locks a dispute until the database transaction ends. Every status change happens under this lock. */
export async function lockDispute(db: Transaction, mode: Mode, id: string): Promise<DisputeRow> {
  return requireFound(await selectDispute(db, mode, id).forNoKeyUpdate().executeTakeFirst())
}

/** Reads a dispute without a lock. */
export async function readDispute(db: Database, mode: Mode, id: string): Promise<DisputeRow> {
  return requireFound(await selectDispute(db, mode, id).executeTakeFirst())
}

function selectDispute(db: Database, mode: Mode, id: string) {
  return db.selectFrom('dispute').selectAll().where('id', '=', id).where('mode', '=', mode)
}

function requireFound(row: DisputeRow | undefined): DisputeRow {
  if (!row) throw new DomainError('not_found', 'This dispute')
  return row
}

/** Records an activity with its status and reason; `by` is null for an automatic change. */
export async function recordActivity(
  db: Transaction,
  { id, merchant_id, status }: Pick<DisputeRow, 'id' | 'merchant_id' | 'status'>,
  { reason, by, at }: { reason: string | null; by: Party | null; at: Date },
): Promise<void> {
  const activity = {
    id: uuidv7(at.getTime()),
    dispute_id: id,
    merchant_id,
    created_at: at.toISOString(),
    status,
    reason,
    role: by?.role ?? null,
    staff_id: by?.role === 'ADMIN' ? by.staffId : null,
  }
  await insertRows(db, 'dispute_activity', [activity])
}

/** Returns the party and time of the last manual activity, or null if there is none. */
export async function lastActivity(db: Transaction, { id }: DisputeRow): Promise<{ who: string; at: Date } | null> {
  const last = await db
    .selectFrom('dispute_activity as activity')
    .innerJoin('merchant', 'merchant.id', 'activity.merchant_id')
    .leftJoin('staff', 'staff.id', 'activity.staff_id')
    .select(['activity.created_at', 'activity.role', 'first_name', 'last_name', 'business_name'])
    .where('dispute_id', '=', id)
    .where('activity.role', 'is not', null)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .executeTakeFirst()
  if (!last) return null
  const who = last.role === 'MERCHANT' ? last.business_name : `${last.first_name ?? ''} ${last.last_name ?? ''}`.trim()
  return { who, at: new Date(last.created_at) }
}

/** Returns the disputes of a transaction, newest first. */
export async function disputesOfTransaction(db: Database, transactionId: string) {
  const rows = await db
    .selectFrom('dispute')
    .select(['id', 'created_at', 'amount_kobo', 'status', 'category'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, created_at: createdAt, amount_kobo, status, category }) => {
    return { id, createdAt, amount: naira(amount_kobo), status, category }
  })
}
