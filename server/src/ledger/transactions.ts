import type { Mode } from '@kobo/contract/kit/mode'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { asJson, insertRows } from '../db/insert-rows.ts'
import type { Transaction as TransactionTable } from '../db/tables.ts'
import { type CountChange, countRows } from './counters/count-rows.ts'
import { cardSpendingScope, every, paidInScope, refundScope, storeScope } from './counters/scopes.ts'

export type TransactionStatus = 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'DECLINED'

type Counted = Pick<
  Selectable<TransactionTable>,
  'mode' | 'scope' | 'merchant_id' | 'type' | 'category' | 'created_at' | 'amount_kobo'
> & { payment_method?: string | null | undefined; card_id?: string | null | undefined }

/** Fields that a transition may change besides the status. */
type Change = Pick<
  Updateable<TransactionTable>,
  | 'amount_kobo'
  | 'paid_at'
  | 'response_code'
  | 'alert'
  | 'session_id'
  | 'route'
  | 'originator_name'
  | 'beneficiary_name'
  | 'asked_until'
  | 'questions'
>

/** A transition from the status that the caller saw to another, or a change of other fields alone. */
export interface Move {
  seen: Counted & { id: string; status: string }
  to?: TransactionStatus
  more?: Change
}

/** Writes a transaction that is visible and counted from this commit on. */
export async function recordTransaction(db: Transaction, row: Insertable<TransactionTable>): Promise<void> {
  await recordTransactions(db, [row])
}

/** Writes transactions, all with the same columns, that are visible and counted from this commit on. */
export async function recordTransactions(
  db: Transaction,
  rows: readonly Insertable<TransactionTable>[],
): Promise<void> {
  await insertRows(db, 'transaction', rows)
  await countRows(
    db,
    rows.flatMap((row) => [
      { row, n: 1n, ...successes(row, row.status === 'SUCCESS') },
      ...furtherListCounts(row, { [row.status]: 1n }),
    ]),
  )
}

/** Whether money of a merchant has moved under a reference. References are stored in capitals. */
export async function isReferenceUsed(
  db: Transaction,
  { mode, merchantId, reference }: { mode: Mode; merchantId: string; reference: string },
): Promise<boolean> {
  const used = await db
    .selectFrom('reference_key')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('mode', '=', mode)
    .where('kind', 'in', ['DEBIT', 'CREDIT'])
    .where('reference', '=', reference.toUpperCase())
    .executeTakeFirst()
  return used !== undefined
}

/**
 * Moves a transaction, whose row the caller has locked, to another status. Returns false, without any change, if it is no longer
 * in the status that the caller saw.
 */
export async function transitionTransaction(
  db: Transaction,
  seen: Move['seen'],
  to: TransactionStatus,
  more: Change = {},
): Promise<boolean> {
  return (await transitionTransactions(db, [{ seen, to, more }])).size === 1
}

/** Moves transactions, whose rows the caller has locked, to other statuses; returns the ids of those moved. */
export async function transitionTransactions(db: Transaction, moves: readonly Move[]): Promise<Set<string>> {
  if (moves.length === 0) return new Set()
  const columns = [...new Set(moves.flatMap(({ more }) => Object.keys(more ?? {})))]
  // Fields that a member does not name are left unchanged.
  const settings = columns.map(
    (column) => sql`, ${sql.ref(column)} = case when step ? ${sql.lit(column)}
      then ${sql.ref(`wanted.${column}`)} else ${sql.ref(`transaction.${column}`)} end`,
  )
  const steps = moves.map(({ seen, to, more }) => ({
    ...more,
    id: seen.id,
    status: to ?? seen.status,
    seen: seen.status,
  }))
  const { rows } = await sql<{ id: string }>`
    update transaction set status = wanted.status ${sql.join(settings, sql``)}
    from jsonb_array_elements(${asJson(steps)}::jsonb) as step, jsonb_populate_record(null::transaction, step) as wanted
    where transaction.id = wanted.id and transaction.status = step ->> 'seen'
    returning transaction.id
  `.execute(db)
  const moved = new Set(rows.map(({ id }) => id))
  await countRows(
    db,
    moves
      .flatMap(({ seen, to = seen.status, more }) =>
        to !== seen.status && moved.has(seen.id)
          ? [{ seen, to, amount_kobo: more?.amount_kobo ?? seen.amount_kobo }]
          : [],
      )
      .flatMap(({ seen, to, amount_kobo }) => [
        ...(to === 'SUCCESS' ? [{ row: seen, n: 0n, ...successes({ amount_kobo }, true) }] : []),
        ...furtherListCounts(seen, { [seen.status]: -1n, [to]: 1n }),
      ]),
  )
  return moved
}

/**
 * Counts a transaction in its further lists: collections on virtual accounts by payment method and status, refunds and card
 * purchases by status, and transactions of stores and terminals by category and status.
 */
function furtherListCounts(
  { payment_method: method, card_id, scope, category, mode, merchant_id, created_at }: Omit<Counted, 'amount_kobo'>,
  byStatus: Record<string, bigint>,
): CountChange[] {
  const row = { mode, merchant_id, created_at }
  const none = { n_success: 0n, success_kobo: 0n }
  return Object.entries(byStatus).flatMap(([status, n]) => [
    ...(method ? [{ row: { ...row, scope: paidInScope, type: method, category: status }, n, ...none }] : []),
    ...(category === 'REFUND'
      ? [{ row: { ...row, scope: refundScope, type: status, category: every }, n, ...none }]
      : []),
    ...(card_id ? [{ row: { ...row, scope: cardSpendingScope, type: status, category: every }, n, ...none }] : []),
    ...(scope === 'STORE' || scope === 'TERMINAL'
      ? [{ row: { ...row, scope: storeScope, type: category, category: status }, n, ...none }]
      : []),
  ])
}

function successes({ amount_kobo }: Pick<Counted, 'amount_kobo'>, isOne: boolean) {
  return isOne ? { n_success: 1n, success_kobo: amount_kobo } : { n_success: 0n, success_kobo: 0n }
}
